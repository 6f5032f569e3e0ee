/** Shrinks the noise of whitened scores: their variance is (1 + φ)/(1 − φ) for a kept mean. */
export function whiteningFactor(correlation: number): number {
  return Math.sqrt((1 - correlation) / (1 + correlation));
}
