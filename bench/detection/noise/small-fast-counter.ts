/**
 * Random numbers for the bench of noise, and for nothing else: sfc32 (Doty-Humphrey, PractRand 0.93), so that no fault of
 * another bench's generator can hide here. Normal by Marsaglia's polar method, Student t by Bailey's (Bailey 1994, "Polar
 * generation of random variates with the t-distribution", Mathematics of Computation 62).
 */
export class SmallFastCounter {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  #spare: number | null = null;

  constructor(seed: number, stream: number) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = 0x5eed;
    for (let round = 0; round < 15; round += 1) this.#word();
  }

  /** Between 0 and 1, never either. */
  uniform(): number {
    return (this.#word() + 0.5) / 4294967296;
  }

  normal(): number {
    const spare = this.#spare;
    if (spare !== null) {
      this.#spare = null;
      return spare;
    }
    const [u, v, w] = this.#pointInDisc();
    const stretch = Math.sqrt((-2 * Math.log(w)) / w);
    this.#spare = v * stretch;
    return u * stretch;
  }

  /** With unit variance: more than two degrees. */
  student(degrees: number): number {
    const [u, , w] = this.#pointInDisc();
    const value = u * Math.sqrt((degrees * (w ** (-2 / degrees) - 1)) / w);
    return value * Math.sqrt((degrees - 2) / degrees);
  }

  #pointInDisc(): readonly [u: number, v: number, w: number] {
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const w = u * u + v * v;
      if (w > 0 && w < 1) return [u, v, w];
    }
  }

  #word(): number {
    const word = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + word;
    this.#c |= 0;
    return word >>> 0;
  }
}
