// Plumbline frozen scorer. It recomputes evidence of its version, bit for bit, and never changes: bundles name its
// SHA-256, and core/scorers/scorers.json says which commit it was built from. Do not edit it; do not format it.
/**
* A list of zeros. Lists of numbers that are read millions of times begin here: the engine keeps such a list as bare
* doubles whatever is written to it, and copies it as one piece of memory. Shorter-lived than typed arrays, and cheaper.
*/
function zeros(length) {
	let blank = blanks[length];
	if (blank === void 0) {
		blank = [];
		for (let at = 0; at < length; at += 1) blank.push(.5);
		blank.fill(0);
		if (length < mostKept) blanks[length] = blank;
	}
	return blank.slice();
}
const mostKept = 128;
const blanks = [];

/** Runs a codec over a value that must use up all the bytes. Throws RangeError on bytes that are cut short or too long. */
function decodeBytes(codec, bytes) {
	const source = new ByteSource(bytes);
	const value = codec.read(source);
	source.expectEnd();
	return value;
}
function encodeBytes(codec, value) {
	bench.clear();
	codec.write(value, bench);
	return bench.bytes();
}
/** Binary64, little-endian. */
const float64 = {
	write: (value, sink) => sink.float64(value),
	read: (source) => source.float64()
};
/** A whole number from 0 to 2^53 - 1 in as few bytes as it needs. */
const count = {
	write: (value, sink) => sink.count(value),
	read: (source) => source.count()
};
const boolean = {
	write: (value, sink) => sink.byte(value ? 1 : 0),
	read: (source) => choose([false, true], source.byte())
};
/**
* Numbers with their length in front, each in the fewest bytes that keep all its 64 bits: small whole numbers as counts,
* numbers that binary32 can hold in four bytes, the others in eight. Four kinds share a byte ahead of their numbers.
*/
const numbers = {
	write: (value, sink) => {
		sink.count(value.length);
		for (let first = 0; first < value.length; first += 4) {
			const end = Math.min(first + 4, value.length);
			let kinds = 0;
			for (let at = end - 1; at >= first; at -= 1) kinds = 4 * kinds + kindOf(value[at]);
			sink.byte(kinds);
			for (let at = first; at < end; at += 1) writeAs(kindOf(value[at]), value[at], sink);
		}
	},
	read: (source) => {
		const length = source.count();
		source.expectAtLeast(Math.ceil(length / 4));
		const value = zeros(length);
		for (let first = 0; first < length; first += 4) {
			let kinds = source.byte();
			for (let at = first; at < Math.min(first + 4, length); at += 1, kinds >>= 2) value[at] = readAs(kinds & 3, source);
		}
		return value;
	}
};
const zero = 0;
const whole = 1;
const narrow = 2;
const wide = 3;
/** The same as an array of doubles. */
const float64Array = {
	write: (value, sink) => numbers.write(Array.from(value), sink),
	read: (source) => Float64Array.from(numbers.read(source))
};
function kindOf(value) {
	if (value === 0) return 1 / value > 0 ? zero : narrow;
	if (value > 0 && value < 2 ** 21 && Math.floor(value) === value) return whole;
	return Math.fround(value) === value ? narrow : wide;
}
function writeAs(kind, value, sink) {
	if (kind === whole) sink.count(value);
	else if (kind === narrow) sink.float32(value);
	else if (kind === wide) sink.float64(value);
}
function readAs(kind, source) {
	if (kind === zero) return 0;
	if (kind === whole) return source.count();
	return kind === narrow ? source.float32() : source.float64();
}
/** Whole numbers below 2^52 in size, best in order: each is written as its step from the one before. */
const steps = {
	write: (value, sink) => {
		sink.count(value.length);
		let before = 0;
		for (const number of value) {
			const step = number - before;
			sink.count(step < 0 ? -2 * step - 1 : 2 * step);
			before = number;
		}
	},
	read: (source) => {
		const length = source.count();
		source.expectAtLeast(length);
		const value = zeros(length);
		let before = 0;
		for (let at = 0; at < length; at += 1) {
			const step = source.count();
			before += step % 2 === 1 ? -(step + 1) / 2 : step / 2;
			value[at] = before;
		}
		return value;
	}
};
/** One of a list of names, as its position: new names go to the end. */
function oneOf(names) {
	return {
		write: (value, sink) => sink.byte(names.indexOf(value)),
		read: (source) => choose(names, source.byte())
	};
}
function nullable(codec) {
	return {
		write: (value, sink) => {
			sink.byte(value === null ? 0 : 1);
			if (value !== null) codec.write(value, sink);
		},
		read: (source) => source.byte() === 0 ? null : codec.read(source)
	};
}
/** For the last member of all: null takes no bytes. */
function trailing(codec) {
	return {
		write: (value, sink) => {
			if (value !== null) codec.write(value, sink);
		},
		read: (source) => source.isAtEnd() ? null : codec.read(source)
	};
}
function listOf(codec) {
	return {
		write: (values, sink) => {
			sink.count(values.length);
			for (const value of values) codec.write(value, sink);
		},
		read: (source) => {
			const length = source.count();
			source.expectAtLeast(length);
			return Array.from({ length }, () => codec.read(source));
		}
	};
}
/** The members in the order in which they are written here. */
function record(members) {
	const names = Object.keys(members);
	return {
		write: (value, sink) => {
			for (const name of names) members[name].write(value[name], sink);
		},
		read: (source) => {
			const value = {};
			for (const name of names) value[name] = members[name].read(source);
			return value;
		}
	};
}
function choose(values, position) {
	const value = values[position];
	if (value === void 0) throw new RangeError(`no such choice: ${position} of ${values.length}`);
	return value;
}
var ByteSink = class {
	#view = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(1024));
	#length = 0;
	byte(value) {
		this.#reserve(1);
		this.#view.setUint8(this.#length++, value);
	}
	float64(value) {
		this.#reserve(8);
		this.#view.setFloat64(this.#length, value, true);
		this.#length += 8;
	}
	float32(value) {
		this.#reserve(4);
		this.#view.setFloat32(this.#length, value, true);
		this.#length += 4;
	}
	count(value) {
		if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`);
		let rest = value;
		while (rest >= 128) {
			this.byte(rest % 128 + 128);
			rest = Math.floor(rest / 128);
		}
		this.byte(rest);
	}
	bytes() {
		return new Uint8Array(this.#view.buffer, 0, this.#length).slice();
	}
	clear() {
		this.#length = 0;
	}
	#reserve(more) {
		if (this.#length + more <= this.#view.byteLength) return;
		const larger = new Uint8Array(2 * this.#view.byteLength);
		larger.set(new Uint8Array(this.#view.buffer));
		this.#view = new DataView(larger.buffer);
	}
};
/** Every score and state is written here first, and copied at its length. */
const bench = new ByteSink();
var ByteSource = class {
	#view;
	#position = 0;
	constructor(bytes) {
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}
	byte() {
		this.expectAtLeast(1);
		return this.#view.getUint8(this.#position++);
	}
	float64() {
		this.expectAtLeast(8);
		const value = this.#view.getFloat64(this.#position, true);
		this.#position += 8;
		return value;
	}
	float32() {
		this.expectAtLeast(4);
		const value = this.#view.getFloat32(this.#position, true);
		this.#position += 4;
		return value;
	}
	count() {
		let value = 0;
		let unit = 1;
		for (;;) {
			const byte = this.byte();
			value += byte % 128 * unit;
			if (!Number.isSafeInteger(value)) throw new RangeError("not a count: too large");
			if (byte < 128) return value;
			unit *= 128;
		}
	}
	expectAtLeast(bytes) {
		if (this.#position + bytes > this.#view.byteLength) throw new RangeError("the bytes are cut short");
	}
	isAtEnd() {
		return this.#position === this.#view.byteLength;
	}
	expectEnd() {
		if (!this.isAtEnd()) throw new RangeError("bytes are left over");
	}
};

function noEvidence(channels) {
	return {
		channels,
		past: zeros(3 * channels),
		buckets: []
	};
}
/** The sums after one more block. */
function addBlock(sums, block, shape) {
	const added = zeros(3 * sums.channels);
	for (let channel = 0; channel < sums.channels; channel += 1) {
		const weight = block.weights[channel];
		if (weight === 0) continue;
		const weighted = weight * block.values[channel];
		added[3 * channel] = Math.fround(weight);
		added[3 * channel + 1] = Math.fround(weighted);
		added[3 * channel + 2] = Math.fround(weighted * block.values[channel]);
	}
	const buckets = sums.buckets.slice();
	buckets.push({
		size: 1,
		seq: block.seq,
		sums: added
	});
	const dropped = mergeOldest(buckets, shape);
	const past = dropped === null || shape.referenceFrozen ? sums.past : addSums(sums.past, dropped.sums);
	return {
		channels: sums.channels,
		past,
		buckets
	};
}
/** The sums of the reference with one block's values added to them, unrounded. */
function addValues(past, block) {
	const sums = past.slice();
	for (let channel = 0; channel < block.values.length; channel += 1) {
		const weight = block.weights[channel];
		if (weight === 0) continue;
		const weighted = weight * block.values[channel];
		sums[3 * channel] += weight;
		sums[3 * channel + 1] += weighted;
		sums[3 * channel + 2] += weighted * block.values[channel];
	}
	return sums;
}
/**
* Moves the reference's end to a boundary: buckets older than the given row join the past, whose sums stay fixed from
* then on if the caller says so at every later block.
*/
function settleBefore(sums, firstRow) {
	let { past } = sums;
	for (let row = 0; row < firstRow; row += 1) past = addSums(past, sums.buckets[row].sums);
	return {
		...sums,
		past,
		buckets: sums.buckets.slice(firstRow)
	};
}
/** Restores the limit of buckets a size, in place. Hands out the bucket that has grown too old for the histogram, if any. */
function mergeOldest(buckets, shape) {
	let end = buckets.length;
	for (let level = 0, size = 1; level < shape.levels; level += 1, size *= 2) {
		let first = end;
		while (first > 0 && buckets[first - 1].size === size) first -= 1;
		if (end - first <= shape.bucketsPerLevel) return null;
		if (level === shape.levels - 1) return buckets.shift();
		buckets[first] = joined(buckets[first], buckets[first + 1]);
		for (let at = first + 2; at < buckets.length; at += 1) buckets[at - 1] = buckets[at];
		buckets.pop();
		end = first + 1;
	}
	return null;
}
function joined(older, newer) {
	const sums = older.sums.slice();
	for (let at = 0; at < sums.length; at += 1) sums[at] = Math.fround(sums[at] + newer.sums[at]);
	return {
		size: older.size + newer.size,
		seq: older.seq,
		sums
	};
}
function addSums(past, more) {
	const sums = past.slice();
	for (let at = 0; at < sums.length; at += 1) sums[at] += more[at];
	return sums;
}

/** The five channels in their fixed order: camera rotation vector (degrees), radar bias (m), lidar error (m). */
const channels = [
	"camera_x",
	"camera_y",
	"camera_z",
	"radar",
	"lidar"
];
/** Why the tier is what it is; stable codes that reach the API in `thresholds.decided_by`. */
const reasons = [
	"learning",
	"in_control",
	"significant_below_limit",
	"cusum_breach",
	"caution_limit_exceeded",
	"critical_limit_exceeded",
	"sustained_evidence",
	"baseline_beyond_limits",
	"lidar_confidence_low",
	"noise_inflation",
	"hysteresis_hold"
];
const scoreWarnings = [
	"rotation_not_orthonormal",
	"rotation_coarsely_rounded",
	"lidar_confidence_absent",
	"lidar_confidence_below_floor",
	"correlated_channels",
	"source_provisional",
	"calibration_did_not_restore",
	"stream_too_short_for_blocks",
	"sensor_unmonitored",
	"sensor_stuck",
	"common_mode_suspected"
];
const countedSides = [
	"both",
	"upper",
	"lower"
];

/** 2^exponent, exact, for whole exponents from -1074 to 1023. */
function powerOfTwo(exponent) {
	return powers[exponent + 1074];
}
const powers = /* @__PURE__ */ new Float64Array(2098);
for (let exponent = 0, power = 1; exponent <= 1023; exponent += 1, power *= 2) powers[exponent + 1074] = power;
for (let exponent = -1, power = .5; exponent >= -1074; exponent -= 1, power /= 2) powers[exponent + 1074] = power;

/**
* e^x in the numeric profile: within 1 ulp of the true value, and the same 64 bits in every language, because it is
* made of + - * and exact powers of two only. Overflow gives Infinity, underflow 0 (numeric/profile.test.ts).
*
* x = k*ln 2 + r with |r| <= 1/2 ln 2; e^r by its Taylor polynomial of degree 13, whose truncation is below 2^-57.
*/
function exp(x) {
	if (x > 709.782712893384) return Infinity;
	if (x < -745.1332191019412) return 0;
	if (x !== x) return x;
	const k = Math.floor(x * inverseLn2 + .5);
	const r = x - k * ln2High - k * ln2Low;
	const tail = .5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800)))))))))));
	const power = 1 + (r + r * r * tail);
	if (k > -1022 && k < 1024) return power * powerOfTwo(k);
	const half = Math.floor(k / 2);
	return power * powerOfTwo(half) * powerOfTwo(k - half);
}
const inverseLn2 = 1.4426950408889634;
/** ln 2 cut after 21 bits, so that k*ln2High is exact, and the rest. */
const ln2High = .6931467056274414;
const ln2Low = 4.7493250390316726e-7;

/**
* Natural logarithm in the numeric profile: within 1 ulp, the same 64 bits in every language. ln 0 is -Infinity, a
* negative argument gives NaN.
*
* x = 2^k*(1 + f) with sqrt 1/2 <= 1 + f < sqrt 2, s = f/(2 + f), ln(1 + f) = 2(s + s^3/3 + s^5/5 + ...) written as
* f - (f^2/2 - s*(f^2/2 + R)), which loses nothing for small f (Taylor series, truncated below 2^-58).
*/
function ln(x) {
	if (!(x > 0)) return x === 0 ? -Infinity : NaN;
	if (x === Infinity) return x;
	let k = exponentOf(x);
	let mantissa = k < -1022 ? x * powerOfTwo(60) * powerOfTwo(-k - 60) : x * powerOfTwo(-k);
	if (mantissa >= squareRootOf2) {
		mantissa *= .5;
		k += 1;
	}
	const f = mantissa - 1;
	const s = f / (2 + f);
	const z = s * s;
	const series = 2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21)))))))));
	const halfSquare = .5 * f * f;
	return k * ln2High - (halfSquare - (s * (halfSquare + z * series) + k * ln2Low) - f);
}
/** Largest k with 2^k <= x, for finite positive x. */
function exponentOf(x) {
	bits.setFloat64(0, x);
	const biased = bits.getUint16(0) >> 4;
	if (biased > 0) return biased - 1023;
	bits.setFloat64(0, x * powerOfTwo(60));
	return (bits.getUint16(0) >> 4) - 1083;
}
const bits = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));
const squareRootOf2 = 1.4142135623730951;

const noChannelNoise = {
	blocks: 0,
	variance: 0,
	sinceBlocks: 0,
	sinceSquares: 0,
	sinceSeq: 0,
	sinceUs: 0,
	grown: false
};
/** One channel's noise after one more block; exported for the vectors, which drive it alone. */
function followChannel(before, { square, weight, learns, seq, timestampUs }, rule) {
	const { blocks, variance, grown } = before;
	if (blocks === 0) return before;
	const began = before.sinceBlocks === 0 ? {
		sinceSeq: seq,
		sinceUs: timestampUs
	} : before;
	let sinceBlocks = before.sinceBlocks + weight;
	let sinceSquares = before.sinceSquares + weight * Math.min(mostSquare, square / variance);
	let excess = sinceSquares - ordinarySquare * sinceBlocks;
	const nats = excess > 0 ? growthNats(blocks, sinceBlocks, sinceSquares, rule.dispersion) : 0;
	const limit = rule.limitNats * rule.dispersion / natsOfExcess;
	if (nats <= 0 || grown && excess < .5 * limit) {
		if (grown || !learns) return {
			...before,
			...noSince,
			grown: false
		};
		return {
			...noSince,
			blocks: Math.fround(blocks + sinceBlocks),
			variance: atLeast(variance * (blocks + sinceSquares) / (blocks + sinceBlocks)),
			grown: false
		};
	}
	const held = Math.min(1, 1.5 * limit / excess);
	excess *= held;
	sinceBlocks *= held;
	sinceSquares *= held;
	return {
		blocks,
		variance,
		sinceBlocks: Math.fround(sinceBlocks),
		sinceSquares: Math.fround(sinceSquares),
		sinceSeq: began.sinceSeq,
		sinceUs: began.sinceUs,
		grown: grown || excess >= limit && nats >= rule.referenceNats
	};
}
const noSince = {
	sinceBlocks: 0,
	sinceSquares: 0,
	sinceSeq: 0,
	sinceUs: 0
};
/**
* ln of how much likelier the blocks since are with a variance four times the reference's than with the same one, where
* the reference's own is only known from its blocks (the ratio of two predictive F densities). `dispersion` blocks count
* as one.
*/
function growthNats(blocks, sinceBlocks, sinceSquares, dispersion) {
	const [a, b, s] = [
		blocks / dispersion,
		sinceBlocks / dispersion,
		sinceSquares / dispersion
	];
	return .5 * ((a + b) * ln((a + s) / (a + .25 * s)) - b * lnFour);
}
const lnFour = 2 * (ln2High + ln2Low);
/** What a known reference gives a block: 1/2(1 - 1/4)*(s/b) - 1/2 ln 4 nats, which is nothing at 1.848 times the variance. */
const natsOfExcess = .375;
const ordinarySquare = .5 * lnFour / natsOfExcess;
/** A block counts for at most so many times the reference's variance. */
const mostSquare = 9;
/** A channel's reference from a baseline's own blocks: their values in sigma, oldest first, and their weights. */
function startChannel(values, weights) {
	const squares = values.map((value, at) => {
		const away = besideMedian(values.slice(Math.max(0, at - 5), at), value);
		return away * away;
	});
	let blocks = 0;
	for (const weight of weights) blocks += weight;
	return {
		...noChannelNoise,
		blocks: Math.fround(blocks),
		variance: meanSquare(squares)
	};
}
/** The mean of squares none of which counts for more than nine times that mean. */
function meanSquare(squares) {
	let mean = 1;
	for (let pass = 0; pass < passes; pass += 1) {
		let sum = 0;
		for (const square of squares) sum += Math.min(square, mostSquare * mean);
		mean = atLeast(sum / squares.length);
	}
	return mean;
}
/** Each pass takes what is left of an outlier to a fifth. */
const passes = 8;
/** A sensor that never varied is not believed to be quieter than a third of what its baseline assumed. */
function atLeast(variance) {
	return Math.fround(Math.max(leastVariance, variance));
}
const leastVariance = 1 / 9;
/** How far a value lies from the median of the five before it; from the baseline, which is 0, while there are fewer. */
function besideMedian(before, value) {
	if (before.length < 5) return value;
	for (let at = 0; at < 5; at += 1) {
		const next = before[at];
		let place = at;
		for (; place > 0 && ordered[place - 1] > next; place -= 1) ordered[place] = ordered[place - 1];
		ordered[place] = next;
	}
	return value - ordered[2];
}
/** So many blocks before it a block is held against. */
const looksBack = 5;
/** Written over by every question. */
const ordered = new Float64Array(5);

const noOutliers = {
	share: 0,
	frames: 0,
	found: 0,
	many: false
};
/**
* The counts with one more frame. Some sensors' noise has tails, or bursts in every turn: their outliers are theirs, and
* only more of them are news. A share s of memory n among outliers of probability p is that large with probability
* e^(-n*KL(s, p)) at most (Chernoff; each weight is at most 1/n). p is the share so far, begun at one in twenty.
*/
function followOutliers(state, test, { frame }) {
	if (test === null || state.breach !== null) return state.outliers;
	return countFrame(state.outliers, {
		isOutlier: test.pValue < frame.outlierRate,
		learns: !state.frozen,
		mostPerHundred: frame.outliersPerHundred
	});
}
/** The counts with one more frame that was tested; exported for the vectors, which drive it alone. */
function countFrame(before, frame) {
	const one = frame.isOutlier ? 1 : 0;
	const share = before.share + (one - before.share) / memory;
	const nats = memory * divergence(share, (before.found + 1) / (before.frames + 20));
	const many = 100 * share > frame.mostPerHundred && nats > (before.many ? .5 * lnRarest$2 : lnRarest$2);
	if (many || !frame.learns || nats > lnUnusual$1) return {
		...before,
		share,
		many
	};
	return {
		share,
		frames: before.frames + 1,
		found: before.found + one,
		many
	};
}
/** Half of a window of the same variance. */
const memory = 50;
/** One in ten million, and that of frames that share all but one with their neighbours. */
const lnRarest$2 = 16;
const lnUnusual$1 = 4;
/** Kullback-Leibler divergence of a share from a smaller probability; 0 when it is no larger. */
function divergence(share, probability) {
	if (share <= probability) return 0;
	const rest = 1 - share;
	return share * ln(share / probability) + (rest > 0 ? rest * ln(rest / (1 - probability)) : 0);
}

/** First value of a row. */
const courseRowValues = 2;
function courseRowLength(sensor) {
	return 2 + (sensor === "camera" ? 3 : 1);
}

const intervalCodec = record({
	fromSeq: count,
	toSeq: count
});
/** Rows, their times apart from the rest. */
function courseRows(sensor) {
	const length = courseRowLength(sensor);
	const isTime = (_, at) => at % length === 0;
	return {
		write: (rows, sink) => {
			steps.write(rows.filter(isTime), sink);
			numbers.write(rows.filter((value, at) => !isTime(value, at)), sink);
		},
		read: (source) => {
			const times = steps.read(source);
			const rest = numbers.read(source);
			return times.flatMap((timeUs, at) => [timeUs, ...rest.slice(at * (length - 1), (at + 1) * (length - 1))]);
		}
	};
}
const courseCodec = record({
	likely: intervalCodec,
	widely: intervalCodec,
	rows: record({
		camera: courseRows("camera"),
		radar: courseRows("radar"),
		lidar: courseRows("lidar")
	})
});

/** A vehicle's state, from least to most urgent except `UNKNOWN`, which says nothing was learnt yet or nothing was heard. */
const tiers = [
	"UNKNOWN",
	"NOMINAL",
	"CAUTION",
	"CRITICAL"
];

const head = record({
	channel: oneOf(channels),
	side: oneOf(countedSides)
});
/** Numbers that fill a binary32 take half the bytes. */
const channelInWindow = {
	write: (value, sink) => {
		const { blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone } = value;
		head.write(value, sink);
		numbers.write([
			blocksSince,
			blocksBefore,
			meanSince,
			meanBefore,
			sigma,
			degrees,
			zone
		], sink);
	},
	read: (source) => {
		const { channel, side } = head.read(source);
		const [blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone] = numbers.read(source);
		return {
			channel,
			blocksSince,
			blocksBefore,
			meanSince,
			meanBefore,
			sigma,
			degrees,
			zone,
			side
		};
	}
};
/** Kept with a state and with a score, while W decides. */
const windowCodec = record({
	fromSeq: count,
	starts: count,
	likelihoodRatio: float64,
	termNats: float64,
	channels: listOf(channelInWindow)
});

const quaternion = {
	write: (value, sink) => value.forEach((part) => float64.write(part, sink)),
	read: (source) => [
		float64.read(source),
		float64.read(source),
		float64.read(source),
		float64.read(source)
	]
};
/** Rows that have an entry number, some whole numbers that go up with it, and numbers: column by column. */
function rowsOf(columns) {
	return {
		write: (rows, sink) => {
			steps.write(rows.map(({ seq }) => seq), sink);
			steps.write(rows.flatMap(columns.times), sink);
			numbers.write(rows.flatMap(columns.numbers), sink);
		},
		read: (source) => {
			const seqs = steps.read(source);
			const times = steps.read(source);
			const values = numbers.read(source);
			const part = (list, at) => {
				const width = list.length / seqs.length;
				return list.slice(at * width, (at + 1) * width);
			};
			return seqs.map((seq, at) => columns.row(seq, part(times, at), part(values, at)));
		}
	};
}
const nothing$1 = () => [];
const buckets = rowsOf({
	times: nothing$1,
	numbers: ({ size, sums }) => [size, ...sums],
	row: (seq, _, values) => ({
		size: values[0],
		seq,
		sums: values.slice(1)
	})
});
const learntBlocks = rowsOf({
	times: ({ atUs }) => [atUs],
	numbers: ({ weight, values }) => [weight, ...values],
	row: (seq, [atUs], [weight, ...values]) => ({
		seq,
		atUs,
		weight,
		values
	})
});
const recentBlocks = rowsOf({
	times: nothing$1,
	numbers: ({ weight, placed }) => [weight, ...placed],
	row: (seq, _, [weight, ...placed]) => ({
		seq,
		weight,
		placed
	})
});
/** Entry numbers and times go up side by side. */
const timeMarks = {
	write: (marks, sink) => {
		for (const parity of [0, 1]) steps.write(marks.filter((_, at) => at % 2 === parity), sink);
	},
	read: (source) => {
		const seqs = steps.read(source);
		const times = steps.read(source);
		return seqs.flatMap((seq, at) => [seq, times[at]]);
	}
};
const evidenceSums = record({
	channels: count,
	past: numbers,
	buckets
});
const calibration = record({
	blocks: count,
	established: boolean,
	pose: nullable(quaternion),
	location: float64Array,
	scale: float64Array,
	whitening: float64Array,
	frameRatio: float64Array,
	correlation: float64Array,
	periodUs: float64,
	clipUnit: float64Array,
	zones: float64Array
});
const track = record({
	frames: count,
	presence: float64,
	usualPresence: float64,
	coarseFrames: count,
	level: count,
	open: record({
		frames: count,
		weight: float64,
		sums: numbers,
		squares: numbers
	}),
	learnt: learntBlocks,
	within: numbers,
	withinFrames: count,
	anchor: nullable(quaternion),
	calibration: nullable(calibration),
	inherited: nullable(record({
		scale: float64Array,
		correlation: float64Array,
		degrees: float64,
		pose: nullable(quaternion),
		centre: numbers
	})),
	previous: numbers,
	previousUs: nullable(float64),
	recent: recentBlocks,
	centre: numbers,
	centreWeight: float64,
	notRestored: boolean
});
const sensorNoise = nullable(record({
	sd: float64,
	degrees: float64,
	vehicles: count
}));
const startingPrior = record({
	sensors: record({
		camera: sensorNoise,
		radar: sensorNoise,
		lidar: sensorNoise,
		confidence: sensorNoise
	}),
	correlation: float64,
	atUs: float64
});
/** Column by column: most channels are in order, and since nothing. */
const channelNoise = {
	write: (noise, sink) => {
		steps.write(noise.map(({ sinceSeq, grown }) => 2 * sinceSeq + (grown ? 1 : 0)), sink);
		steps.write(noise.map(({ sinceUs }) => sinceUs), sink);
		numbers.write(noise.flatMap(({ blocks, variance, sinceBlocks, sinceSquares }) => [
			blocks,
			variance,
			sinceBlocks,
			sinceSquares
		]), sink);
	},
	read: (source) => {
		const begins = steps.read(source);
		const times = steps.read(source);
		const values = numbers.read(source);
		return begins.map((begin, at) => ({
			blocks: values[4 * at],
			variance: values[4 * at + 1],
			sinceBlocks: values[4 * at + 2],
			sinceSquares: values[4 * at + 3],
			sinceSeq: Math.floor(begin / 2),
			sinceUs: times[at],
			grown: begin % 2 === 1
		}));
	}
};
/** The layout of a packed state; a change of it is a new version of the scoring. */
const stateCodec = record({
	entries: count,
	frames: count,
	newestUs: nullable(float64),
	tier: record({
		tier: oneOf(tiers),
		reason: oneOf(reasons),
		sinceSeq: count,
		sinceUs: nullable(float64),
		calmBlocks: count,
		sustainedBlocks: count
	}),
	frozen: boolean,
	tracks: record({
		camera: track,
		radar: track,
		lidar: track,
		confidence: track
	}),
	evidence: evidenceSums,
	confidenceEvidence: evidenceSums,
	finding: record({
		nats: nullable(float64),
		posterior: numbers,
		changeSeq: count,
		channel: count,
		suspected: boolean,
		window: nullable(windowCodec),
		confidenceNats: nullable(float64),
		confidenceChangeSeq: nullable(count)
	}),
	breach: nullable(record({
		openedSeq: count,
		openedUs: float64,
		statistic: float64,
		channel: oneOf(channels),
		side: oneOf(["upper", "lower"]),
		changePointSeq: count,
		changeBlockSeq: count,
		blocks: count,
		posterior: numbers,
		overBlocks: count,
		restedBlocks: count,
		course: courseCodec
	})),
	confidenceAlarm: nullable(record({
		changeSeq: count,
		calmBlocks: count
	})),
	moments: record({
		first: numbers,
		second: numbers
	}),
	charts: numbers,
	noise: channelNoise,
	reference: nullable(record({
		rotation: quaternion,
		validFromUs: float64
	})),
	outliers: record({
		share: float64,
		frames: count,
		found: count,
		many: boolean
	}),
	marks: timeMarks,
	repeats: numbers,
	prior: trailing(startingPrior)
});

/** Density of the standard normal distribution. */
function normalDensity(x) {
	return exp(-.5 * x * x) * inverseRootTwoPi;
}
/**
* P(Z <= x) of the standard normal distribution in the numeric profile, to 1e-15 absolute: the series
* 1/2 + phi(x)*(x + x^3/3 + x^5/(3*5) + ...) of Marsaglia (2004), "Evaluating the normal distribution", J. Stat. Softw. 11(4).
*/
function normalCdf(x) {
	if (x > 8.5) return 1;
	if (x < -8.5) return 0;
	const square = x * x;
	let term = x;
	let sum = x;
	for (let odd = 3; Math.abs(term) > 1e-18 * Math.abs(sum) && odd < 400; odd += 2) {
		term = term * square / odd;
		sum += term;
	}
	return .5 + sum * normalDensity(x);
}
const inverseRootTwoPi = .3989422804014327;

/** Middle value, or the mean of the two middle ones; 0 of nothing. The values are left as they are. */
function median(values) {
	const size = values.length;
	if (size === 0) return 0;
	const sorted = sort(values);
	const upper = sorted[size >> 1];
	return size % 2 === 1 ? upper : .5 * (sorted[(size >> 1) - 1] + upper);
}
/** Median absolute deviation from the given centre, scaled to the standard deviation of a normal distribution. */
function robustSpread(values, centre) {
	return 1.4826 * median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}
/**
* Huber's M-estimate of location: values further than 2.5 sigma from the centre pull no harder than at 2.5 sigma. It starts at
* the median; four rounds bring it to rest within a thousandth of sigma. 0 of nothing.
*/
function huberMean(values, sigma) {
	const reach = 2.5 * sigma;
	let centre = median(values);
	const size = values.length;
	if (size === 0 || !(reach > 0)) return centre;
	for (let round = 0; round < 4; round += 1) {
		let sum = 0;
		for (let at = 0; at < size; at += 1) {
			const distance = values[at] - centre;
			sum += distance > reach ? reach : distance < -reach ? -reach : distance;
		}
		centre += sum / size;
	}
	return centre;
}
/** By insertion, because there are 20 values; on a bench that the next call writes over, because this runs with every block. */
function sort(values) {
	if (sortBench.length < values.length) sortBench = new Float64Array(2 * values.length);
	const sorted = sortBench;
	for (let at = 0; at < values.length; at += 1) {
		const value = values[at];
		let hole = at;
		for (; hole > 0 && sorted[hole - 1] > value; hole -= 1) sorted[hole] = sorted[hole - 1];
		sorted[hole] = value;
	}
	return sorted;
}
let sortBench = /* @__PURE__ */ new Float64Array(64);

/**
* Remembers a block among the newest `keep`. The block that has to leave joins the mean of the reference, held to
* within 2.5 sigma of it, unless the reference must not move.
*/
function rememberRecent(track, scored, rule) {
	const { seq, weight, placed } = scored;
	const full = track.recent.length >= rule.keep;
	const recent = track.recent.slice();
	if (full) {
		for (let at = 1; at < recent.length; at += 1) recent[at - 1] = recent[at];
		recent[recent.length - 1] = {
			seq,
			weight,
			placed
		};
	} else recent.push({
		seq,
		weight,
		placed
	});
	if (!full || !rule.referenceMoves) return {
		...track,
		recent
	};
	const leaving = track.recent[0];
	const centreWeight = track.centreWeight + leaving.weight;
	const { scale } = track.calibration;
	const centre = track.centre.slice();
	for (let axis = 0; axis < centre.length; axis += 1) {
		const mean = centre[axis];
		const reach = 2.5 * scale[axis];
		const step = Math.max(-reach, Math.min(reach, leaving.placed[axis] - mean));
		centre[axis] = mean + step * leaving.weight / centreWeight;
	}
	return {
		...track,
		recent,
		centre,
		centreWeight
	};
}
/** How many of the newest blocks ended at an entry number or later. */
function recentCount({ recent }, sinceSeq) {
	if (sinceSeq <= 1) return recent.length;
	let count = 0;
	for (let at = recent.length - 1; at >= 0 && recent[at].seq >= sinceSeq; at -= 1) count += 1;
	return count;
}
/** One value of the newest blocks that ended at an entry number or later, oldest first. */
function recentValues(track, axis, sinceSeq) {
	const values = zeros(recentCount(track, sinceSeq));
	const first = track.recent.length - values.length;
	for (let at = 0; at < values.length; at += 1) values[at] = track.recent[first + at].placed[axis];
	return values;
}
/**
* Huber mean of one value of the newest blocks that ended at an entry number or later. Drift and absolute check ask for
* the same means, and frames inside a block for those of the frame before: the latest answers are kept.
*/
function recentMean(track, axis, sinceSeq) {
	const { recent, calibration } = track;
	const sigma = calibration.scale[axis];
	for (const answer of answers) {
		if (answer.recent !== recent || answer.axis !== axis) continue;
		if (answer.sinceSeq === sinceSeq && answer.sigma === sigma) return answer.mean;
	}
	const mean = huberMean(recentValues(track, axis, sinceSeq), sigma);
	answers[oldestAnswer] = {
		recent,
		axis,
		sinceSeq,
		sigma,
		mean
	};
	oldestAnswer = (oldestAnswer + 1) % answers.length;
	return mean;
}
/** Two for each of the five channels. */
const answers = Array.from({ length: 10 }, () => ({
	recent: [],
	axis: -1,
	sinceSeq: 0,
	sigma: 0,
	mean: 0
}));
let oldestAnswer = 0;

/** The sensors that have physical limits, in the order of the fault posterior. */
const limitedSensors = [
	"camera",
	"radar",
	"lidar"
];
/**
* Drift of the newest blocks from the reference mean, since a change or else of the last twenty; null before there is a
* baseline. Without a change, one or two blocks are no drift: nothing but their noise could be told.
*/
function estimateDrift(sensor, track, sinceSeq) {
	const { calibration } = track;
	if (calibration === null) return null;
	const counted = recentCount(track, sinceSeq ?? 0);
	const blocks = sinceSeq === null && counted < 3 ? 0 : counted;
	const shifts = [];
	const sds = [];
	for (let axis = 0; axis < track.centre.length; axis += 1) {
		const scale = calibration.scale[axis];
		const inflation = correlationInflation(calibration.correlation[axis]);
		const now = blocks === 0 ? null : recentMean(track, axis, sinceSeq ?? 0);
		shifts.push(now === null ? 0 : now - track.centre[axis]);
		const present = blocks === 0 ? 0 : inflation / blocks;
		sds.push(scale * Math.sqrt(present + inflation / Math.max(1, track.centreWeight)));
	}
	return {
		...inLimitUnits(sensor, track.centre, {
			shifts,
			sds
		}),
		blocks
	};
}
/** Fewer have no middle that a wild one could not move. */
const fewestBlocks = 3;
/** Variance of a mean of correlated blocks over that of independent ones. */
function correlationInflation(correlation) {
	return (1 + correlation) / (1 - correlation);
}
/** Shifts from a place, in the track's unit, as a drift in degrees or metres. */
function inLimitUnits(sensor, place, moved) {
	const { shifts, sds } = moved;
	switch (sensor) {
		case "camera": return vectorDrift(shifts, sds);
		case "radar": return {
			amount: shifts[0],
			sd: sds[0],
			parts: shifts,
			partSds: sds
		};
		case "lidar": {
			const now = exp(place[0] + shifts[0]);
			const amount = now - exp(place[0]);
			const sd = now * sds[0];
			return {
				amount,
				sd,
				parts: [amount],
				partSds: [sd]
			};
		}
	}
}
/**
* Probability that the true drift is beyond a limit on the side it is estimated on, normal around the estimate. The
* lidar can only get worse.
*/
function exceedance(sensor, drift, limit) {
	const amount = sensor === "radar" ? Math.abs(drift.amount) : drift.amount;
	return normalCdf((amount - limit) / drift.sd);
}
function limitsOf(sensor, settings) {
	const { cameraDeg, radarM, lidarM } = settings.limits;
	return {
		camera: cameraDeg,
		radar: radarM,
		lidar: lidarM
	}[sensor];
}
/** Drift as a share of the critical limit, without the part that noise alone explains. */
function severity(sensor, drift, settings) {
	const { critical } = limitsOf(sensor, settings);
	if (sensor === "camera") return drift.amount / critical;
	const amount = sensor === "lidar" ? Math.max(0, drift.amount) : drift.amount;
	return Math.sqrt(Math.max(0, amount * amount - drift.sd * drift.sd)) / critical;
}
function vectorDrift(shifts, sds) {
	let square = 0;
	let noise = 0;
	let along = 0;
	for (let axis = 0; axis < 3; axis += 1) {
		const [shift, sd] = [shifts[axis], sds[axis]];
		square += shift * shift;
		noise += sd * sd;
		along += shift * shift * sd * sd;
	}
	return {
		amount: Math.sqrt(Math.max(0, square - noise)),
		sd: Math.sqrt(square > 0 ? along / square : noise / 3),
		parts: shifts,
		partSds: sds
	};
}
/** Whether a drift lies within the indifference zone and two standard deviations, value by value. */
function isWithinZone(sensor, drift, settings) {
	const harmless = settings.evidence.indifferenceShare * limitsOf(sensor, settings).caution;
	return drift.parts.every((part, axis) => {
		return (sensor === "lidar" ? part : Math.abs(part)) <= harmless + 2 * drift.partSds[axis];
	});
}

const place = {
	camera: 0,
	radar: 7,
	lidar: 11
};
const run = 0;
const fresh = 1;
const heard = 2;
const latest$1 = 3;
const noRepeats = zeros(15);
/** The counts with one more frame. A repeat only counts while another sensor's value changes: else the frame was sent twice. */
function followRepeats(before, { camera, radar, lidar }) {
	const repeated = {
		camera: camera !== null && isSameRotation(before, camera),
		radar: radar !== null && isSameValue(before, place.radar, radar),
		lidar: lidar !== null && isSameValue(before, place.lidar, lidar)
	};
	const repeats = before.slice();
	let changed = false;
	if (camera !== null && !repeated.camera) {
		changed = true;
		startRun(repeats, place.camera);
		for (let part = 0; part < 4; part += 1) repeats[place.camera + latest$1 + part] = camera[part];
	}
	if (radar !== null && !repeated.radar) {
		changed = true;
		startRun(repeats, place.radar);
		repeats[place.radar + latest$1] = radar;
	}
	if (lidar !== null && !repeated.lidar) {
		changed = true;
		startRun(repeats, place.lidar);
		repeats[place.lidar + latest$1] = lidar;
	}
	if (!changed) return before;
	if (repeated.camera) repeats[place.camera + run] += 1;
	if (repeated.radar) repeats[place.radar + run] += 1;
	if (repeated.lidar) repeats[place.lidar + run] += 1;
	return repeats;
}
/** A new value: the run before it is over, and counts among the values heard. */
function startRun(repeats, at) {
	if (repeats[at + fresh] > 0) repeats[at + heard] += 1 + repeats[at + run];
	repeats[at + fresh] += 1;
	repeats[at + run] = 0;
}
function isSameValue(repeats, at, value) {
	return repeats[at + fresh] > 0 && value === repeats[at + latest$1];
}
function isSameRotation(repeats, [w, x, y, z]) {
	const at = place.camera + latest$1;
	return repeats[place.camera + fresh] > 0 && w === repeats[at] && x === repeats[at + 1] && y === repeats[at + 2] && z === repeats[at + 3];
}
/**
* Whether a sensor that used to vary repeats one value for longer than its own habit explains: with the share h of values
* that were repeats so far (Laplace's rule of succession), a run of r has probability h^r. One that never varied is not
* told from one that is configured so.
*/
function isStuck(repeats, sensor) {
	return repeats[place[sensor] + run] >= shortestRun && isRarer(repeats, sensor, lnRarest$1);
}
function isRarer(repeats, sensor, lnProbability) {
	const at = place[sensor];
	const repeated = repeats[at + run];
	if (repeated === 0 || repeats[at + fresh] < enoughFresh) return false;
	const values = repeats[at + heard];
	const habit = (values - repeats[at + fresh] + 2) / (values + 2);
	return repeated * ln(habit) < lnProbability;
}
/**
* A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on, so that the value it froze
* at is never taken for a drift before it is known to be stuck.
*/
function withoutStuckSensors(measurement, repeats) {
	if (!limitedSensors.some((sensor) => isRarer(repeats, sensor, lnUnusual))) return measurement;
	const stuck = limitedSensors.filter((sensor) => isRarer(repeats, sensor, lnUnusual));
	return {
		...measurement,
		camera: stuck.includes("camera") ? null : measurement.camera,
		radar: stuck.includes("radar") ? null : measurement.radar,
		lidar: stuck.includes("lidar") ? null : measurement.lidar
	};
}
const shortestRun = 3;
const enoughFresh = 10;
/** One in a billion: values sent in coarse steps begin runs by the thousand in a week. */
const lnRarest$1 = -20.72326583694641;
/** One in twenty. */
const lnUnusual = -2.995732273553991;

const noMarks = [];
/**
* The marks after a frame. The first has one, and every eighth entry, and both sides of a pause; all others leave them as
* they are. `newestUs` is the newest time before this frame.
*/
function markTime(marks, { seq, timestampUs }, newestUs) {
	if (newestUs !== null && endsPause(marks, {
		seq,
		timestampUs
	}, newestUs)) return withMark(marks.at(-2) === seq - 1 ? marks : withMark(marks, seq - 1, newestUs), seq, timestampUs);
	return seq % spacing !== 1 && marks.length > 0 ? marks : withMark(marks, seq, timestampUs);
}
/** Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them. */
function pausesBetween(marks, fromSeq, endSeq) {
	for (let at = 2; at < marks.length; at += 2) {
		const [seqBefore, seqAfter] = [marks[at - 2], marks[at]];
		if (seqBefore >= fromSeq && seqAfter < endSeq && seqAfter === seqBefore + 1) return true;
	}
	return false;
}
/** Many times as long as the frames since the last mark but one were apart. */
function endsPause(marks, { seq, timestampUs }, newestUs) {
	if (marks.length < 4) return false;
	const [markSeq, markUs] = [marks.at(-4), marks.at(-3)];
	return timestampUs - newestUs > longPause$1 * Math.max(0, newestUs - markUs) / Math.max(1, seq - 1 - markSeq);
}
function withMark(marks, seq, timeUs) {
	return [
		...marks.length / 2 < mostMarks ? marks : withoutLeastMissed(marks, {
			seq,
			timeUs
		}),
		seq,
		timeUs
	];
}
/** Time of an entry, between its neighbours' marks; before the first mark that mark's, after the last `newest`. */
function timeOf(marks, seq, newest) {
	let [laterSeq, laterUs] = [newest.seq, newest.timeUs];
	if (seq >= laterSeq) return laterUs;
	for (let at = marks.length - 2; at >= 0; at -= 2) {
		const [markSeq, markUs] = [marks[at], marks[at + 1]];
		if (markSeq <= seq) return markUs + (laterSeq > markSeq ? (seq - markSeq) / (laterSeq - markSeq) : 0) * (laterUs - markUs);
		[laterSeq, laterUs] = [markSeq, markUs];
	}
	return laterUs;
}
const spacing = 8;
const mostMarks = 24;
const longPause$1 = 8;
/**
* Leaves out the mark that is least missed for its age: its neighbours are close, and the time between them is the one it
* tells. The first and the last stay.
*/
function withoutLeastMissed(marks, now) {
	let least = {
		row: 2,
		missed: Infinity
	};
	for (let row = 2; row < marks.length - 2; row += 2) {
		const [seq, timeUs] = [marks[row], marks[row + 1]];
		const [beforeSeq, beforeUs] = [marks[row - 2], marks[row - 1]];
		const [afterSeq, afterUs] = [marks[row + 2], marks[row + 3]];
		const between = beforeUs + (seq - beforeSeq) / (afterSeq - beforeSeq) * (afterUs - beforeUs);
		const misplaced = Math.abs(timeUs - between) / Math.max(1, now.timeUs - timeUs);
		const missed = (afterSeq - beforeSeq) / (now.seq - seq) + misplaced;
		if (missed < least.missed) least = {
			row,
			missed
		};
	}
	return [...marks.slice(0, least.row), ...marks.slice(least.row + 2)];
}

/** The sensors whose noise and location are learnt; confidence is the lidar's own opinion of its match. */
const trackNames = [
	"camera",
	"radar",
	"lidar",
	"confidence"
];
/** How many values a block of each track holds. */
const trackWidths = {
	camera: 3,
	radar: 1,
	lidar: 1,
	confidence: 1
};
const evidenceChannels = channels.length;
const channelPairs = channels.length * (channels.length + 1) / 2;
/** Numbers a channel's tabular chart keeps. */
const chartWidth = 5;
function initialState() {
	return {
		entries: 0,
		frames: 0,
		newestUs: null,
		tier: {
			tier: "UNKNOWN",
			reason: "learning",
			sinceSeq: 0,
			sinceUs: null,
			calmBlocks: 0,
			sustainedBlocks: 0
		},
		frozen: false,
		tracks: {
			camera: initialTrack("camera", null),
			radar: initialTrack("radar", null),
			lidar: initialTrack("lidar", null),
			confidence: initialTrack("confidence", null)
		},
		evidence: noEvidence(evidenceChannels),
		confidenceEvidence: noEvidence(1),
		finding: noFinding(),
		breach: null,
		confidenceAlarm: null,
		moments: {
			first: zeros(2 * evidenceChannels),
			second: zeros(3 * channelPairs)
		},
		charts: zeros(5 * evidenceChannels),
		noise: channels.map(() => noChannelNoise),
		reference: null,
		outliers: noOutliers,
		marks: noMarks,
		repeats: noRepeats,
		prior: null
	};
}
function noFinding() {
	return {
		nats: null,
		posterior: zeros(3),
		changeSeq: 0,
		channel: 0,
		suspected: false,
		window: null,
		confidenceNats: null,
		confidenceChangeSeq: null
	};
}
function initialTrack(name, inherited) {
	const width = trackWidths[name];
	return {
		frames: 0,
		presence: 0,
		usualPresence: 0,
		coarseFrames: 0,
		level: 0,
		open: emptyBlock(width),
		learnt: [],
		within: zeros(width),
		withinFrames: 0,
		anchor: null,
		calibration: null,
		inherited,
		previous: zeros(width),
		previousUs: null,
		recent: [],
		centre: zeros(width),
		centreWeight: 0,
		notRestored: false
	};
}
function emptyBlock(width) {
	return {
		frames: 0,
		weight: 0,
		sums: zeros(width),
		squares: zeros(width)
	};
}
/** The state as bytes, at most 5 KiB once every baseline is established; equal states give equal bytes. */
function packState(state) {
	return encodeBytes(stateCodec, state);
}
/** Exactly the state that was packed. Throws RangeError on bytes that `packState` did not write. */
function unpackState(bytes) {
	return decodeBytes(stateCodec, bytes);
}

/**
* The settings by which this vehicle is judged: the given ones, with the prior of its fleet in place of theirs where it
* started from one. One weight serves all channels, so it is that of the least certain sensor the vehicle has: a sensor
* its fleet could not teach counts as little as ever.
*/
function believedSettings({ prior: learnt, tracks }, settings) {
	if (learnt === null) return settings;
	const { prior } = settings;
	const { camera, radar, lidar, confidence } = learnt.sensors;
	let degrees = Infinity;
	for (const name of trackNames) {
		if (tracks[name].frames === 0) continue;
		degrees = Math.min(degrees, learnt.sensors[name]?.degrees ?? prior.degrees);
	}
	return {
		...settings,
		prior: {
			...prior,
			cameraDeg: camera?.sd ?? prior.cameraDeg,
			radarM: radar?.sd ?? prior.radarM,
			lidarLog: lidar?.sd ?? prior.lidarLog,
			confidenceLogit: confidence?.sd ?? prior.confidenceLogit,
			degrees: degrees === Infinity ? prior.degrees : degrees,
			correlation: learnt.correlation
		}
	};
}

/**
* Angle of the point (x, y) in radians, -pi to pi, in the numeric profile: within 2 ulp, the same 64 bits in every
* language. Arguments are finite; atan2(0, 0) is 0.
*
* The angle of the smaller over the larger coordinate is taken from the nearest of nine stored angles arctan(i/8),
* and the rest, at most 1/16, by the Taylor series of degree 15 (truncated below 2^-68).
*/
function atan2(y, x) {
	const up = Math.abs(y);
	const along = Math.abs(x);
	if (up === 0 && along === 0) return 0;
	const steep = up > along;
	const eighths = Math.floor(8 * Math.min(up, along) / Math.max(up, along) + .5);
	const slope = eighths / 8;
	const t = steep ? (along - slope * up) / (up + slope * along) : (up - slope * along) / (along + slope * up);
	const z = t * t;
	const series = -1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 + z * (-1 / 15))))));
	const rest = t + t * z * series;
	let angle = arctanHigh[eighths] + (arctanLow[eighths] + rest);
	if (steep) angle = halfPi - (angle - halfPiLow);
	if (x < 0) angle = pi - (angle - piLow);
	return y < 0 ? -angle : angle;
}
const pi = 3.141592653589793;
const piLow = 12246467991473532e-32;
const halfPi = 1.5707963267948966;
const halfPiLow = 6123233995736766e-32;
/** arctan(i/8), i = 0 ... 8, as a double and what is left of it. */
const arctanHigh = [
	0,
	.12435499454676144,
	.24497866312686414,
	.35877067027057225,
	.4636476090008061,
	.5585993153435624,
	.6435011087932844,
	.7188299996216245,
	.7853981633974483
];
const arctanLow = [
	0,
	-31253241424539383e-34,
	10698755618734451e-33,
	-24623815582638635e-33,
	22698777452961687e-33,
	-54556305485916264e-34,
	15834785051444286e-33,
	-21478388444456983e-33,
	3061616997868383e-32
];

/** First b, then a. */
function multiply(a, b) {
	return [
		a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
		a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
		a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
		a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]
	];
}
/** The way from one rotation to the other, in the axes of the first: from^-1*to. */
function between(from, to) {
	return multiply([
		from[0],
		-from[1],
		-from[2],
		-from[3]
	], to);
}
function normalise(q) {
	const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	return [
		q[0] / length,
		q[1] / length,
		q[2] / length,
		q[3] / length
	];
}
/** Rotation vector in degrees, length 0 to 180; stable at no rotation and at half a turn. */
function logDeg(q) {
	const sign = q[0] < 0 ? -1 : 1;
	const length = vectorLength(q);
	const degrees = sign * (length < 1e-6 ? 2 * (1 + length * length / 6) : 2 * atan2(length, sign * q[0]) / length) * (180 / pi);
	return [
		degrees * q[1],
		degrees * q[2],
		degrees * q[3]
	];
}
/**
* The rotation of a rotation vector in degrees. The half angle is halved until the Taylor series of cosine and sine
* ends below the last bit, and the quaternion squared as often.
*/
function expDeg(vector) {
	const radians = pi / 180;
	let x = vector[0] * radians / 2;
	let y = vector[1] * radians / 2;
	let z = vector[2] * radians / 2;
	let halvings = 0;
	while (x * x + y * y + z * z > .001) {
		x /= 2;
		y /= 2;
		z /= 2;
		halvings += 1;
	}
	const square = x * x + y * y + z * z;
	const cosine = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square / 40320)));
	const sine = 1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040 - square / 362880)));
	let q = [
		cosine,
		sine * x,
		sine * y,
		sine * z
	];
	for (; halvings > 0; halvings -= 1) q = multiply(q, q);
	return normalise(q);
}
function vectorLength(q) {
	return Math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

/**
* Takes one frame into a track. Frames of a fast sensor resemble their neighbours, so they are averaged until the
* averages do not; a block is handed out when its last frame is in.
*/
function averageIntoBlocks(name, track, measurement) {
	const isPresent = measurement[name] !== null;
	const presence = track.presence + ((isPresent ? 1 : 0) - track.presence) / 50;
	if (!isPresent) return {
		track: {
			...track,
			presence
		},
		block: null
	};
	const anchor = name === "camera" ? track.anchor ?? measurement.camera : null;
	const values = name === "camera" ? logDeg(between(anchor, measurement.camera)) : [measurement[name]];
	const open = extend(track.open, values, name === "lidar" ? measurement.lidarWeight : 1);
	const isComplete = open.frames >= framesPerBlock(track);
	return {
		track: {
			...track,
			anchor,
			presence: track.frames === 0 ? 1 : presence,
			frames: track.frames + 1,
			coarseFrames: track.coarseFrames + (name === "camera" && measurement.coarselyRounded ? 1 : 0),
			open: isComplete ? noFrames[name] : open,
			within: isComplete ? addSquaresWithin(track.within, open) : track.within,
			withinFrames: isComplete ? track.withinFrames + open.frames : track.withinFrames
		},
		block: isComplete ? closeBlock(open, measurement) : null
	};
}
function framesPerBlock(track) {
	return powerOfTwo(track.level);
}
/** Frames over which a sensor's presence is remembered. */
const presenceMemory = 50;
const noFrames = {
	camera: emptyBlock(trackWidths.camera),
	radar: emptyBlock(trackWidths.radar),
	lidar: emptyBlock(trackWidths.lidar),
	confidence: emptyBlock(trackWidths.confidence)
};
function extend(open, values, weight) {
	const sums = open.sums.slice();
	const squares = open.squares.slice();
	for (let at = 0; at < sums.length; at += 1) {
		const weighted = weight * values[at];
		sums[at] += weighted;
		squares[at] += weighted * values[at];
	}
	return {
		frames: open.frames + 1,
		weight: open.weight + weight,
		sums,
		squares
	};
}
function closeBlock(open, { seq, timestampUs }) {
	const values = open.sums.slice();
	for (let at = 0; at < values.length; at += 1) values[at] = Math.fround(values[at] / open.weight);
	return {
		seq,
		atUs: timestampUs,
		weight: Math.fround(open.weight / open.frames),
		values
	};
}
function addSquaresWithin(within, open) {
	if (open.frames === 1) return within;
	return within.map((sum, at) => {
		const mean = open.sums[at] / open.weight;
		return sum + Math.max(0, open.squares[at] / open.weight - mean * mean) * open.frames;
	});
}

/** How far the vehicle's baseline is: as far as its furthest sensor. */
function baselineStanding(state, settings) {
	let furthest = state.tracks.camera;
	let most = progress(furthest, settings);
	for (const sensor of limitedSensors) {
		const made = progress(state.tracks[sensor], settings);
		if (made <= most) continue;
		furthest = state.tracks[sensor];
		most = made;
	}
	const { calibration } = furthest;
	const { frames } = furthest;
	const needed = neededFrames(furthest, settings);
	if (calibration === null) return {
		state: "learning",
		frames,
		needed
	};
	if (state.frozen || state.breach !== null) return {
		state: "frozen",
		frames,
		needed
	};
	return {
		state: calibration.established ? "established" : "provisional",
		frames,
		needed
	};
}
function progress(track, settings) {
	if (track.calibration !== null) return track.calibration.established ? 3 : 2;
	return Math.min(1, track.frames / neededFrames(track, settings));
}
function neededFrames(track, settings) {
	return settings.baseline.provisionalBlocks * framesPerBlock(track);
}

/** What the outside is told of the difference between two states: baseline, breach, tier, in this order. */
function eventsBetween(before, after, settings) {
	const events = [];
	const baseline = {
		from: baselineStanding(before, settings).state,
		to: baselineStanding(after, settings).state
	};
	if (baseline.from !== baseline.to) events.push({
		kind: "baseline_changed",
		...baseline
	});
	const isOther = before.breach?.openedSeq !== after.breach?.openedSeq;
	if (isOther && before.breach !== null) events.push({ kind: "breach_closed" });
	if (isOther && after.breach !== null) {
		const { statistic, channel, side, changePointSeq } = after.breach;
		const threshold = settings.evidence.cautionNats;
		events.push({
			kind: "breach_opened",
			statistic,
			threshold,
			channel,
			side,
			changePointSeq
		});
	}
	if (before.tier.tier !== after.tier.tier) events.push({
		kind: "tier_changed",
		from: before.tier.tier,
		to: after.tier.tier,
		reason: after.tier.reason
	});
	return events;
}

/** What an operator may say about the baseline: learn it afresh, hold it, or let it move again. */
function foldBaselineCommand(before, entry, settings) {
	const after = obey({
		...before,
		entries: before.entries + 1
	}, entry, settings);
	return {
		state: after,
		score: null,
		events: eventsBetween(before, after, settings)
	};
}
function obey(state, entry, settings) {
	switch (entry.action) {
		case "learn": return learnAfresh(state, entry.atUs, settings);
		case "freeze": return holdReference(state);
		case "unfreeze": return state.breach === null ? {
			...state,
			frozen: false
		} : dismissBreach(state, entry.atUs);
	}
}
/** A new epoch after a repair. What was learnt of the noise is kept as a prior: aiming a mount does not change it. */
function learnAfresh(state, atUs, settings) {
	const fresh = initialState();
	const restart = (name) => initialTrack(name, inheritNoise(state.tracks[name], settings));
	return {
		...fresh,
		entries: state.entries,
		frames: state.frames,
		newestUs: state.newestUs,
		reference: state.reference,
		prior: state.prior,
		marks: state.marks,
		repeats: state.repeats,
		tier: changeTier(state, {
			tier: "UNKNOWN",
			reason: "learning"
		}, atUs),
		tracks: {
			camera: restart("camera"),
			radar: restart("radar"),
			lidar: restart("lidar"),
			confidence: restart("confidence")
		}
	};
}
function inheritNoise(track, settings) {
	const { calibration } = track;
	if (calibration === null) return track.inherited;
	const before = track.inherited?.degrees ?? settings.prior.degrees;
	return {
		scale: calibration.scale,
		correlation: calibration.correlation,
		degrees: Math.min(mostInheritedDegrees, before + calibration.blocks),
		pose: calibration.pose,
		centre: track.centre
	};
}
/** The noise learnt before a repair counts as at most this many blocks. */
const mostInheritedDegrees = 50;
/** Everything heard so far becomes the reference, and stays it. */
function holdReference(state) {
	if (state.frozen || state.breach !== null) return {
		...state,
		frozen: true
	};
	return {
		...state,
		frozen: true,
		evidence: settleAll(state.evidence),
		confidenceEvidence: settleAll(state.confidenceEvidence),
		finding: noFinding()
	};
}
/** The operator says the breach was none: its frames become part of the reference, which moves again. */
function dismissBreach(state, atUs) {
	return {
		...state,
		frozen: false,
		breach: null,
		evidence: settleAll(state.evidence),
		finding: noFinding(),
		tracks: {
			camera: absorbRecent(state.tracks.camera),
			radar: absorbRecent(state.tracks.radar),
			lidar: absorbRecent(state.tracks.lidar),
			confidence: state.tracks.confidence
		},
		tier: changeTier(state, {
			tier: "NOMINAL",
			reason: "in_control"
		}, atUs)
	};
}
function settleAll(sums) {
	if (sums.buckets.length === 0) return sums;
	return settleBefore(sums, sums.buckets.length);
}
function absorbRecent(track) {
	const count = recentCount(track, 0);
	const weight = track.centreWeight + count;
	if (weight === 0) return track;
	const centre = track.centre.map((mean, axis) => {
		let sum = mean * track.centreWeight;
		for (const value of recentValues(track, axis, 0)) sum += value;
		return sum / weight;
	});
	return {
		...track,
		centre,
		centreWeight: weight,
		recent: []
	};
}
function changeTier(state, next, atUs) {
	const since = next.tier === state.tier.tier ? state.tier : {
		sinceSeq: state.entries,
		sinceUs: atUs
	};
	return {
		...next,
		sinceSeq: since.sinceSeq,
		sinceUs: since.sinceUs,
		calmBlocks: 0,
		sustainedBlocks: 0
	};
}

/** First channel of each track in the evidence it belongs to. */
const firstChannel = {
	camera: 0,
	radar: 3,
	lidar: 4,
	confidence: 0
};
/** A shift that counts: the lidar's error can only be a fault upward, its confidence only downward. */
const directions = {
	camera: [
		0,
		0,
		0
	],
	radar: [0],
	lidar: [1],
	confidence: [-1]
};
const calibrationSensors = [
	"camera",
	"radar",
	"lidar"
];
const calibrationDirections = calibrationSensors.flatMap((name) => directions[name]);
/** Camera, radar and lidar together. */
function calibrationModel(tracks, referenceFrozen, settings) {
	const zones = zeros(calibrationDirections.length);
	const priorVariances = zeros(calibrationDirections.length).fill(1);
	for (const name of calibrationSensors) {
		const { calibration } = tracks[name];
		if (calibration === null) continue;
		for (let axis = 0; axis < calibration.zones.length; axis += 1) {
			zones[firstChannel[name] + axis] = calibration.zones[axis];
			priorVariances[firstChannel[name] + axis] = believedVariance(calibration.clipUnit[axis]);
		}
	}
	return {
		...sharedTerms(settings, referenceFrozen),
		zones,
		priorVariances,
		directions: calibrationDirections,
		sensors: [
			[0, 3],
			[3, 4],
			[4, 5]
		]
	};
}
/** One track on its own: the lidar's confidence, or a baseline looked through for a change. */
function singleModel(name, calibration, referenceFrozen, settings) {
	return {
		...sharedTerms(settings, referenceFrozen),
		zones: calibration?.zones ?? new Float64Array(trackWidths[name]),
		priorVariances: calibration === null ? zeros(trackWidths[name]).fill(1) : Array.from(calibration.clipUnit, believedVariance),
		directions: directions[name],
		sensors: [[0, trackWidths[name]]]
	};
}
function histogramShape(settings, referenceFrozen, kind) {
	const { bucketsPerLevel, confidenceBucketsPerLevel, levels } = settings.evidence;
	return {
		bucketsPerLevel: kind === "calibration" ? bucketsPerLevel : confidenceBucketsPerLevel,
		levels,
		referenceFrozen
	};
}
function sharedTerms(settings, referenceFrozen) {
	const { evidence, prior } = settings;
	return {
		referenceFrozen,
		participation: evidence.participation,
		shiftVariances: evidence.shiftVariances,
		shiftWeights: evidence.shiftWeights,
		minimumReference: evidence.minimumReference,
		priorDegrees: prior.degrees,
		varianceFloor: evidence.varianceFloor
	};
}
/** One sigma^2, in the unit of the evidence. */
function believedVariance(clipUnit) {
	return 1 / (clipUnit * clipUnit);
}

/**
* The rotation nearest to a matrix (row-major 3*3, determinant above 0) in the sum of squares of its entries: the
* orthogonal factor of its polar decomposition, found by Newton's iteration X <- (X + X^-T)/2 (Higham 1986).
*/
function projectRotation(matrix) {
	const r = matrix.slice();
	for (let step = 0; step < maximumSteps$1; step += 1) if (stepTowardsRotation(r) < 1e-15) break;
	return quaternionOf(r);
}
/** One step of the iteration, in place; returns the largest change of an entry. */
function stepTowardsRotation(r) {
	const c0 = r[4] * r[8] - r[5] * r[7];
	const c1 = r[5] * r[6] - r[3] * r[8];
	const c2 = r[3] * r[7] - r[4] * r[6];
	const c3 = r[2] * r[7] - r[1] * r[8];
	const c4 = r[0] * r[8] - r[2] * r[6];
	const c5 = r[1] * r[6] - r[0] * r[7];
	const c6 = r[1] * r[5] - r[2] * r[4];
	const c7 = r[2] * r[3] - r[0] * r[5];
	const c8 = r[0] * r[4] - r[1] * r[3];
	const determinant = r[0] * c0 + r[1] * c1 + r[2] * c2;
	let moved = moveEntry(r, 0, c0 / determinant);
	moved = Math.max(moved, moveEntry(r, 1, c1 / determinant));
	moved = Math.max(moved, moveEntry(r, 2, c2 / determinant));
	moved = Math.max(moved, moveEntry(r, 3, c3 / determinant));
	moved = Math.max(moved, moveEntry(r, 4, c4 / determinant));
	moved = Math.max(moved, moveEntry(r, 5, c5 / determinant));
	moved = Math.max(moved, moveEntry(r, 6, c6 / determinant));
	moved = Math.max(moved, moveEntry(r, 7, c7 / determinant));
	return Math.max(moved, moveEntry(r, 8, c8 / determinant));
}
function moveEntry(r, at, inverse) {
	const entry = r[at];
	const next = .5 * (entry + inverse);
	r[at] = next;
	return Math.abs(entry - next);
}
/** Largest entry of |R^TR - I|: 0 for a rotation. */
function orthonormalityError(matrix) {
	let worst = 0;
	for (let i = 0; i < 3; i += 1) for (let j = 0; j < 3; j += 1) {
		const product = matrix[i] * matrix[j] + matrix[3 + i] * matrix[3 + j] + matrix[6 + i] * matrix[6 + j];
		worst = Math.max(worst, Math.abs(product - (i === j ? 1 : 0)));
	}
	return worst;
}
/** Whether the sender rounded to three decimals or fewer; exact axis permutations do not count as rounded. */
function isCoarselyRounded(matrix) {
	if (matrix.every((entry) => entry === Math.floor(entry))) return false;
	return matrix.every((entry) => Math.abs(1e3 * entry - Math.floor(1e3 * entry + .5)) < 1e-9);
}
/** Newton's iteration doubles the right digits each time; 0.05 off needs five steps. */
const maximumSteps$1 = 20;
/** Shepperd's method: divide by the largest of the four components. */
function quaternionOf(r) {
	const trace = r[0] + r[4] + r[8];
	const largest = Math.max(trace, r[0], r[4], r[8]);
	if (largest === trace) return normalise([
		1 + trace,
		r[7] - r[5],
		r[2] - r[6],
		r[3] - r[1]
	]);
	if (largest === r[0]) return normalise([
		r[7] - r[5],
		1 + 2 * r[0] - trace,
		r[1] + r[3],
		r[2] + r[6]
	]);
	if (largest === r[4]) return normalise([
		r[2] - r[6],
		r[1] + r[3],
		1 + 2 * r[4] - trace,
		r[5] + r[7]
	]);
	return normalise([
		r[3] - r[1],
		r[2] + r[6],
		r[5] + r[7],
		1 + 2 * r[8] - trace
	]);
}

function measure(reading, seq, settings) {
	const { cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, lidarConfidence } = reading;
	const trusted = lidarConfidence === void 0 || lidarConfidence >= settings.lidar.confidenceFloor;
	return {
		seq,
		timestampUs: reading.timestampUs,
		camera: cameraRotation === void 0 ? null : projectRotation(cameraRotation),
		orthonormalityError: cameraRotation === void 0 ? 0 : orthonormalityError(cameraRotation),
		coarselyRounded: cameraRotation !== void 0 && isCoarselyRounded(cameraRotation),
		radar: radarRangeBiasM ?? null,
		lidar: lidarRegistrationErrorM === void 0 || !trusted ? null : ln(lidarRegistrationErrorM + settings.lidar.offsetM),
		lidarWeight: lidarConfidence ?? 1,
		lidarConfidence: lidarConfidence ?? null,
		confidence: lidarConfidence === void 0 ? null : logit(lidarConfidence)
	};
}
/** ln(c/(1 - c)), with c kept half a percent away from certainty. */
function logit(confidence) {
	const inside = Math.max(.005, Math.min(.995, confidence));
	return ln(inside / (1 - inside));
}

/**
* The normal score of a Student t variable with the given degrees of freedom (Wallace 1959, "Bounds on normal
* approximations to Student's and the chi-square distributions"): heavy-tailed noise becomes nearly normal, and one
* wild value is worth at most a few sigma.
*/
function softClip(u, degrees) {
	const size = Math.sqrt(degrees * ln(1 + u * u / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
	return u < 0 ? -size : size;
}

/** Shrinks the noise of whitened scores: their variance is (1 + phi)/(1 - phi) for a kept mean. */
function whiteningFactor(correlation) {
	return Math.sqrt((1 - correlation) / (1 + correlation));
}

/**
* A sensor much quieter than its limits would have every real drift clipped. Its clip counts in larger units instead,
* so that the zone, and what lies a few zones beyond, keeps its size.
*/
function clipUnits({ name, settings }, { location, scale }) {
	return scale.map((sigma, axis) => {
		const zone = harmlessShift(name, location[axis], settings) / sigma;
		return Math.max(1, zone / settings.evidence.widestZone);
	});
}
/**
* The mean shift that is defined to be no drift: a tenth of sigma, or a share of the CAUTION limit where that is more, in
* the unit of the evidence (clipped, and whitened in time).
*/
function indifferenceZones({ name, settings }, noise) {
	const { evidence } = settings;
	return noise.scale.map((scale, axis) => {
		const unit = scale * noise.clipUnit[axis];
		const physical = harmlessShift(name, noise.location[axis], settings) / unit;
		const least = evidence.indifferenceSigma / noise.clipUnit[axis];
		return Math.max(least, softClip(physical, evidence.clipDegrees)) * whiteningFactor(noise.correlation[axis]);
	});
}
/** A share of the CAUTION limit in the unit the track works in. */
function harmlessShift(name, location, settings) {
	const { limits, evidence } = settings;
	const share = evidence.indifferenceShare;
	switch (name) {
		case "camera": return share * limits.cameraDeg.caution;
		case "radar": return share * limits.radarM.caution;
		case "lidar": {
			const level = exp(location);
			return ln((level + share * limits.lidarM.caution) / level);
		}
		case "confidence": {
			const confidence = 1 / (1 + exp(-location));
			return Math.max(0, location - logit(Math.max(.005, confidence - share * limits.lidarConfidenceDrop)));
		}
	}
}

/**
* The robust mean rotation: Karcher mean, with Huber weights min(1, 2.5/||z||) where z is the distance in units of the
* median distance's normal equivalent. Steps that fall below 10^-12 rad end it; weights settle in two passes.
*/
function meanRotation(rotations) {
	let mean = karcherMean(rotations, rotations.map(() => 1), rotations[0]);
	for (let pass = 0; pass < 2; pass += 1) mean = karcherMean(rotations, huberWeights(rotations, mean), mean);
	return mean;
}
function karcherMean(rotations, weights, start) {
	let mean = start;
	for (let step = 0; step < maximumSteps; step += 1) {
		const [x, y, z] = weightedTangent(rotations, weights, mean);
		mean = normalise(multiply(mean, [
			1,
			x / 2,
			y / 2,
			z / 2
		]));
		if (x * x + y * y + z * z < 1e-24) break;
	}
	return mean;
}
/** Far-apart rotations need a few more steps than the two or three of a steady mount. */
const maximumSteps = 30;
/** Weighted mean of the rotation vectors from the mean, radians. */
function weightedTangent(rotations, weights, mean) {
	const sum = [
		0,
		0,
		0
	];
	let total = 0;
	rotations.forEach((rotation, at) => {
		const vector = logDeg(between(mean, rotation));
		for (let axis = 0; axis < 3; axis += 1) sum[axis] += weights[at] * vector[axis];
		total += weights[at];
	});
	const scale = pi / 180 / total;
	return [
		sum[0] * scale,
		sum[1] * scale,
		sum[2] * scale
	];
}
function huberWeights(rotations, mean) {
	const distances = rotations.map((rotation) => {
		const [x, y, z] = logDeg(between(mean, rotation));
		return Math.sqrt(x * x + y * y + z * z);
	});
	const sigma = median(distances) / 1.538;
	return distances.map((distance) => distance <= 2.5 * sigma ? 1 : 2.5 * sigma / distance);
}

/**
* A correlation matrix shrunk towards independence, Ledoit & Wolf (2004, "A well-conditioned estimator for
* large-dimensional covariance matrices") with a diagonal target: lambda = Sum  Var(s_jk) / Sum  s_jk^2 over the off-diagonal
* entries, then `priorDegrees` blocks of independent noise added.
* Each row of `scores` holds `order` standardised values.
*/
function shrinkCorrelation(scores, order, priorDegrees) {
	const count = scores.length;
	const mean = meanProducts(scores, order);
	let spread = 0;
	let size = 0;
	for (let j = 0; j < order; j += 1) for (let k = 0; k < order; k += 1) {
		if (j === k) continue;
		const entry = mean[j * order + k];
		for (const row of scores) {
			const difference = row[j] * row[k] - entry;
			spread += difference * difference / (count * count);
		}
		size += entry * entry;
	}
	const lambda = size > 0 ? Math.min(1, spread / size) : 1;
	return mean.map((entry, at) => {
		const onDiagonal = at % (order + 1) === 0;
		const shrunk = onDiagonal ? entry : (1 - lambda) * entry;
		return (count * shrunk + (onDiagonal ? priorDegrees : 0)) / (count + priorDegrees);
	});
}
function meanProducts(scores, order) {
	const mean = new Float64Array(order * order);
	for (let j = 0; j < order; j += 1) for (let k = 0; k < order; k += 1) {
		let sum = 0;
		for (const row of scores) sum += row[j] * row[k];
		mean[j * order + k] = sum / scores.length;
	}
	return mean;
}

/** Square matrices here are row-major, of small order, and symmetric. */
/**
* Eigenvalues, and eigenvectors as columns, by cyclic Jacobi rotations (Golub & Van Loan 8.5). Only + - * / and sqrt , so
* the result is the same 64 bits everywhere.
*/
function eigen(matrix, order) {
	const a = Float64Array.from(matrix);
	const vectors = identity(order);
	for (let sweep = 0; sweep < maximumSweeps && offDiagonal(a, order) > 0; sweep += 1) for (let p = 0; p < order - 1; p += 1) for (let q = p + 1; q < order; q += 1) rotate(a, vectors, order, [p, q]);
	return {
		values: Float64Array.from({ length: order }, (_, at) => a[at * order + at]),
		vectors
	};
}
/** The symmetric matrix whose square is the inverse: M^(-1/2). Eigenvalues below `floor` count as `floor`. */
function inverseRoot(matrix, order, floor) {
	const { values, vectors } = eigen(matrix, order);
	const root = new Float64Array(order * order);
	for (let i = 0; i < order; i += 1) for (let j = 0; j < order; j += 1) {
		let sum = 0;
		for (let k = 0; k < order; k += 1) {
			const value = Math.sqrt(Math.max(floor, values[k]));
			sum += vectors[i * order + k] * vectors[j * order + k] / value;
		}
		root[i * order + j] = sum;
	}
	return root;
}
/** Lower Cholesky factor, or null when the matrix is not positive definite. Only what lies on or below the diagonal is read and written. */
function cholesky(matrix, order, factor = new Float64Array(order * order)) {
	for (let i = 0; i < order; i += 1) for (let j = 0; j <= i; j += 1) {
		let rest = matrix[i * order + j];
		for (let k = 0; k < j; k += 1) rest -= factor[i * order + k] * factor[j * order + k];
		if (i !== j) factor[i * order + j] = rest / factor[j * order + j];
		else if (rest > 0) factor[i * order + i] = Math.sqrt(rest);
		else return null;
	}
	return factor;
}
/**
* Solves L*w = v for a lower triangular L. The squares of w, in order, split v^TM^-1v into the part of the first value,
* the part the second adds given the first, and so on (Mason, Young & Tracy 1995). `solved` may be the values' own list.
*/
function forwardSolve(factor, values, solved = new Float64Array(values.length)) {
	const order = values.length;
	for (let i = 0; i < order; i += 1) {
		let rest = values[i];
		for (let k = 0; k < i; k += 1) rest -= factor[i * order + k] * solved[k];
		solved[i] = rest / factor[i * order + i];
	}
	return solved;
}
/** Jacobi converges quadratically; order 5 needs about six sweeps. */
const maximumSweeps = 30;
function identity(order) {
	const matrix = new Float64Array(order * order);
	for (let at = 0; at < order; at += 1) matrix[at * order + at] = 1;
	return matrix;
}
function offDiagonal(a, order) {
	let sum = 0;
	for (let i = 0; i < order; i += 1) for (let j = i + 1; j < order; j += 1) sum += a[i * order + j] * a[i * order + j];
	return sum;
}
function rotate(a, vectors, order, [p, q]) {
	const apq = a[p * order + q];
	if (apq === 0) return;
	const theta = (a[q * order + q] - a[p * order + p]) / (2 * apq);
	const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
	const c = 1 / Math.sqrt(t * t + 1);
	const s = t * c;
	for (let k = 0; k < order; k += 1) turn(a, k * order + p, k * order + q, c, s);
	for (let k = 0; k < order; k += 1) turn(a, p * order + k, q * order + k, c, s);
	a[p * order + q] = 0;
	a[q * order + p] = 0;
	for (let k = 0; k < order; k += 1) turn(vectors, k * order + p, k * order + q, c, s);
}
function turn(m, at, other, c, s) {
	const [x, y] = [m[at], m[other]];
	m[at] = c * x - s * y;
	m[other] = s * x + c * y;
}

/**
* Learns a sensor's location, noise and correlation in time from its first blocks: medians and median deviations,
* one screening of blocks far out, the prior counted as a few blocks, a shrunk correlation between camera axes.
*/
function calibrate(learner, blocks) {
	const { name, track, settings } = learner;
	const pose = name === "camera" ? meanRotation(blocks.map((block) => rotationOf(track, block))) : null;
	const placed = blocks.map((block) => inPose(track, pose, block.values));
	const kept = screen(learner, placed);
	const { location, scale } = locate(learner, kept);
	const shape = {
		location,
		whitening: whiteningMatrix(kept, {
			location,
			scale
		}, settings)
	};
	const clipUnit = clipUnits(learner, {
		location,
		scale
	});
	const scores = placed.map((values) => clippedScore(standardise(values, shape), clipUnit, settings));
	const lags = Float64Array.from(location, (_, axis) => lagOne(scores.map((score) => score[axis])));
	const correlation = lags.map((lag, axis) => shrinkLag(learner, lag, axis, blocks.length));
	return {
		calibration: {
			blocks: blocks.length,
			established: false,
			pose,
			...shape,
			scale,
			frameRatio: frameRatio(track, kept),
			correlation,
			periodUs: typicalGapUs(blocks),
			clipUnit,
			zones: indifferenceZones(learner, {
				location,
				scale,
				correlation,
				clipUnit
			})
		},
		correlation: lags.reduce((most, lag) => Math.max(most, lag), -1)
	};
}
/** A block's values as the calibration measures them: camera values turn from the anchor's frame to the pose's. */
function inPose(track, pose, values) {
	if (pose === null || isSame(pose, track.anchor)) return values;
	const rotation = multiply(track.anchor, expDeg(asVector(values)));
	return logDeg(between(pose, rotation)).map(Math.fround);
}
function isSame(a, b) {
	return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}
/** Independent unit-variance scores of one block, not yet clipped. */
function standardise(values, { location, whitening }) {
	const width = location.length;
	const scores = zeros(width);
	for (let row = 0; row < width; row += 1) {
		let sum = 0;
		for (let column = 0; column < width; column += 1) sum += whitening[row * width + column] * (values[column] - location[column]);
		scores[row] = sum;
	}
	return scores;
}
/** The soft clip in its own units. */
function clippedScore(scores, clipUnit, settings) {
	const { clipDegrees } = settings.evidence;
	const clipped = scores.slice();
	for (let axis = 0; axis < clipped.length; axis += 1) clipped[axis] = softClip(clipped[axis] / clipUnit[axis], clipDegrees);
	return clipped;
}
/** The rotation a camera block stands for. */
function rotationOf(track, block) {
	return multiply(track.anchor, expDeg(asVector(block.values)));
}
function asVector(values) {
	return [
		values[0],
		values[1],
		values[2]
	];
}
/** Leaves out blocks far from the rest, once; all of them stay when nothing would be left. */
function screen(learner, placed) {
	const { location, scale } = locate(learner, placed);
	const reach = learner.settings.baseline.screenSigma;
	const kept = placed.filter((values) => values.every((value, axis) => Math.abs(value - location[axis]) <= reach * scale[axis]));
	return kept.length > 0 ? kept : placed;
}
function locate(learner, placed) {
	const { prior, floor, degrees } = believedNoise(learner);
	const location = Float64Array.from(prior, (_, axis) => median(placed.map((values) => values[axis])));
	return {
		location,
		scale: Float64Array.from(prior, (before, axis) => {
			const spread = robustSpread(placed.map((values) => values[axis]), location[axis]);
			const variance = (degrees * before * before + placed.length * spread * spread) / (degrees + placed.length);
			return Math.max(floor, Math.sqrt(variance));
		})
	};
}
/** Noise before any block: what this vehicle's earlier baseline taught, or else the prior. */
function believedNoise({ name, track, settings }) {
	const { prior, floors } = settings;
	const coarse = track.frames > 0 && 2 * track.coarseFrames > track.frames;
	const noise = {
		camera: prior.cameraDeg,
		radar: prior.radarM,
		lidar: prior.lidarLog,
		confidence: prior.confidenceLogit
	};
	const floor = {
		camera: coarse ? floors.coarseCameraDeg : floors.cameraDeg,
		radar: floors.radarM,
		lidar: floors.lidarLog,
		confidence: floors.confidenceLogit
	};
	const inherited = track.inherited;
	return {
		prior: inherited?.scale ?? new Float64Array(trackWidths[name]).fill(noise[name]),
		floor: floor[name],
		degrees: inherited?.degrees ?? prior.degrees
	};
}
function whiteningMatrix(placed, { location, scale }, settings) {
	const width = location.length;
	const scores = placed.map((values) => values.map((value, axis) => {
		const z = (value - location[axis]) / scale[axis];
		return Math.max(-2.5, Math.min(2.5, z));
	}));
	const shrunk = shrinkCorrelation(scores, width, settings.prior.degrees);
	const unit = shrunk.map((entry, at) => {
		const [row, column] = [Math.floor(at / width), at % width];
		return entry / Math.sqrt(shrunk[row * (width + 1)] * shrunk[column * (width + 1)]);
	});
	return inverseRoot(unit, width, .001).map((entry, at) => entry / scale[at % width]);
}
/**
* Lag-1 correlation, corrected for its small-sample bias (Kendall 1954): r + (1 + 3r)/n. A score far from the rest is left
* out, and with it its pairs: one wild block would hide that all the others resemble their neighbours.
*/
function lagOne(scores) {
	const middle = median(scores);
	const reach = wildSpreads * robustSpread(scores, middle);
	const isKept = (score) => !(reach > 0) || Math.abs(score - middle) <= reach;
	let count = 0;
	let sum = 0;
	for (const score of scores) {
		if (!isKept(score)) continue;
		count += 1;
		sum += score;
	}
	const mean = sum / count;
	let products = 0;
	let squares = 0;
	scores.forEach((score, at) => {
		if (!isKept(score)) return;
		squares += (score - mean) * (score - mean);
		if (at > 0 && isKept(scores[at - 1])) products += (score - mean) * (scores[at - 1] - mean);
	});
	if (!(squares > 1e-12 * count)) return 0;
	const lag = products / squares;
	return lag + (1 + 3 * lag) / count;
}
/** Robust standard deviations beyond which a score is taken for wild. */
const wildSpreads = 6;
function shrinkLag({ track, settings }, lag, axis, blocks) {
	const weight = settings.prior.correlationWeight;
	const before = track.inherited?.correlation[axis] ?? settings.prior.correlation;
	return Math.max(0, Math.min(.95, (blocks * lag + weight * before) / (blocks + weight)));
}
/** How much noisier one frame is than a block mean: 1 for blocks of one frame. */
function frameRatio(track, placed) {
	return Float64Array.from(track.within, (squares, axis) => {
		if (track.level === 0 || track.withinFrames === 0) return 1;
		const centre = median(placed.map((values) => values[axis]));
		const spread = robustSpread(placed.map((values) => values[axis]), centre);
		const betweenVariance = Math.max(1e-12, spread * spread);
		return Math.sqrt(1 + squares / track.withinFrames / betweenVariance);
	});
}
function typicalGapUs(blocks) {
	const gaps = blocks.slice(1).map((block, at) => block.atUs - blocks[at].atUs);
	return Math.max(1, median(gaps.filter((gap) => gap > 0)));
}

/** Scores a block and remembers it as the predecessor of the next. */
function scoreBlock(track, block, settings) {
	const calibration = track.calibration;
	const placed = inPose(track, calibration.pose, block.values);
	const standardised = standardise(placed, calibration);
	const clipped = clippedScore(standardised, calibration.clipUnit, settings);
	return {
		track: track.previousUs === null || !isWild(clipped, calibration) ? {
			...track,
			previous: clipped,
			previousUs: block.atUs
		} : track,
		scored: {
			seq: block.seq,
			weight: block.weight,
			placed,
			standardised,
			evidence: track.previousUs === null ? null : whitenInTime(track, clipped, block.atUs)
		}
	};
}
function isWild(clipped, { clipUnit }) {
	for (let axis = 0; axis < clipped.length; axis += 1) if (Math.abs(clipped[axis]) * clipUnit[axis] > wildSigma) return true;
	return false;
}
/** Ordinary noise, once clipped, stays below. */
const wildSigma = 2.5;
/**
* y* = (y_t - phi*y_{t-1})/(1 - phi), scaled back to unit variance, where phi fades with the gap: an Ornstein-Uhlenbeck
* process seen at uneven times. A mean shift stays what it was, times the same scale as the indifference zone; only
* blocks closer than usual count for less, since there the division would blow up their noise.
*/
function whitenInTime(track, clipped, atUs) {
	const { correlation, zones, clipUnit, periodUs } = track.calibration;
	const periods = periodsSince(track.previousUs, atUs, periodUs);
	const evidence = clipped.slice();
	for (let axis = 0; axis < evidence.length; axis += 1) {
		const faded = fade(correlation[axis], periods);
		const whitened = whiteningFactor(Math.max(correlation[axis], faded)) * (evidence[axis] - faded * track.previous[axis]) / (1 - faded);
		const most = Math.min(mostEvidence, zones[axis] + mostBeyondZone / clipUnit[axis]);
		evidence[axis] = Math.max(-most, Math.min(most, whitened));
	}
	return evidence;
}
/** One block is worth at most this much, and at most this many sigma beyond the zone. */
const mostEvidence = 4;
const mostBeyondZone = 6;
/** At least half a period: a burst of frames must not look like certainty. */
function periodsSince(previousUs, atUs, periodUs) {
	const gapUs = atUs - previousUs;
	return gapUs > 0 ? Math.max(.5, gapUs / periodUs) : 1;
}
/** phi to the power of the number of periods between two blocks. */
function fade(correlation, periods) {
	if (correlation === 0 || periods === 1) return correlation;
	return exp(periods * ln(correlation));
}

/** Gives a sensor its baseline, and scores the blocks it was learnt from, and those after them, by it. */
function acceptBaseline(learner, choice) {
	const { track, settings } = learner;
	const calibration = {
		...choice.calibrated.calibration,
		established: choice.established
	};
	const { track: scoredTrack, scored } = scoreAll({
		...track,
		calibration,
		previousUs: null,
		usualPresence: shareOfFrames(track, choice.blocks),
		recent: [],
		learnt: choice.established ? [] : track.learnt
	}, choice.blocks, learner);
	const reference = scored.slice(0, choice.baseline);
	const watched = scored.slice(choice.baseline);
	const centre = track.centre.map((_, axis) => huberMean(reference.map((block) => block.placed[axis]), calibration.scale[axis]));
	let settled = {
		...scoredTrack,
		anchor: choice.established ? calibration.pose : track.anchor,
		centre,
		centreWeight: reference.reduce((sum, block) => sum + block.weight, 0)
	};
	for (const block of watched) settled = rememberRecent(settled, block, {
		keep: settings.tiers.driftBlocks,
		referenceMoves: true
	});
	return {
		kind: "calibrated",
		track: {
			...settled,
			notRestored: isNotRestored(learner, settled)
		},
		reference,
		watched
	};
}
/** Share of the vehicle's frames that carried the sensor while these blocks were heard. */
function shareOfFrames(track, blocks) {
	const entries = blocks.at(-1).seq - blocks[0].seq;
	return entries === 0 ? track.presence : Math.min(1, (blocks.length - 1) * framesPerBlock(track) / entries);
}
/** Scores blocks one after another, as if they came now. */
function scoreAll(track, blocks, { settings }) {
	let current = track;
	const scored = blocks.map((block) => {
		const step = scoreBlock(current, block, settings);
		current = step.track;
		return step.scored;
	});
	return {
		track: current,
		scored
	};
}
/** After a repair: whether the sensor now stands further than the CAUTION limit from where it stood before the fault. */
function isNotRestored({ name, settings }, track) {
	const { inherited, calibration } = track;
	if (inherited === null || calibration === null || name === "confidence") return false;
	const shifts = name === "camera" ? turnBetween(track) : [track.centre[0] - inherited.centre[0]];
	const sds = Array.from(calibration.scale, (scale) => scale / Math.sqrt(Math.max(1, track.centreWeight)));
	const moved = inLimitUnits(name, inherited.centre, {
		shifts,
		sds
	});
	const { caution } = limitsOf(name, settings);
	const worse = name === "camera" ? moved.amount : Math.abs(moved.amount);
	return exceedance(name, {
		...moved,
		amount: worse
	}, caution) >= settings.tiers.cautionProbability;
}
function turnBetween({ inherited, calibration, centre }) {
	const before = multiply(inherited.pose, expDeg(inherited.centre));
	const after = multiply(calibration.pose, expDeg(centre));
	return logDeg(between(before, after));
}

/** The window that starts with a bucket, as docs/scoring-method.md writes it down ("The sequential statistic W"). */
function compareWindow(sums, model, row) {
	const { buckets, past } = sums;
	const window = buckets.slice(row).reduceRight(plus, past.map(nothing));
	const everything = model.referenceFrozen ? past : buckets.reduce(plus, past);
	const channels = past.filter(isFirstOfThree).map((_, channel) => {
		const [n, s, q] = window.slice(3 * channel);
		const [N, S, Q] = everything.slice(3 * channel);
		const reference = model.referenceFrozen ? {
			m: N,
			sum: S,
			squares: Q
		} : {
			m: N - n,
			sum: S - s,
			squares: Q - q
		};
		return compareChannel({
			n,
			sum: s
		}, reference, channel, model);
	});
	const { seq, size } = buckets[row];
	const factors = channels.map((channel) => channel?.factors ?? null);
	const sensors = model.sensors.map(([first, end]) => sensorFactors(factors.slice(first, end), model.shiftVariances.length));
	const mixed = mixSensors(sensors, model);
	const term = mixed.likelihood !== null && mixed.likelihood > 1 ? size * (mixed.likelihood - 1) : 0;
	return {
		seq,
		size,
		channels,
		sensors,
		...mixed,
		term
	};
}
function compareChannel(window, reference, channel, model) {
	const { n } = window;
	const { m } = reference;
	if (m < model.minimumReference || n < 1) return null;
	const information = n * m / (n + m);
	const mean = reference.sum / m;
	const shift = window.sum * m - reference.sum * n;
	const direction = model.directions[channel];
	const size = (direction === 0 ? Math.abs(shift) : direction * shift) / (n * m);
	const beyond = Math.max(0, size - model.zones[channel]);
	const degrees = m - 1 + model.priorDegrees;
	const believed = model.priorVariances[channel];
	const squares = Math.max(0, reference.squares - m * mean * mean);
	const variance = Math.max(model.varianceFloor * believed, (model.priorDegrees * believed + squares) / degrees);
	const factors = studentFactors({
		information,
		beyond,
		variance,
		degrees
	}, model.shiftVariances);
	return {
		n,
		m,
		sum: window.sum,
		referenceSum: reference.sum,
		shift,
		variance,
		degrees,
		factors
	};
}
/** B of one channel for each prior shift variance: its mean has moved by so much beyond the zone. */
function studentFactors(measured, shiftVariances) {
	const { information, beyond, variance, degrees } = measured;
	const z = information * beyond * beyond / (variance * degrees);
	return shiftVariances.map((g) => {
		const spread = 1 + information * g;
		const exponent = .5 * (degrees + 1) * ln((1 + z) / (1 + z / spread));
		return 1 / Math.sqrt(spread) * exp(Math.min(mostNats$1, exponent));
	});
}
/**
* B of a sensor from those of its channels. One channel: its factor. Several: half for "one of them alone", half for "all
* of them together". Null when none of them was heard.
*/
function sensorFactors(channels, shiftVariances) {
	if (channels.every((factors) => factors === null)) return null;
	return Array.from({ length: shiftVariances }, (_, g) => {
		const factors = channels.map((ofChannel) => ofChannel?.[g] ?? 1);
		if (factors.length === 1) return factors[0];
		const sum = factors.reduce((total, factor) => total + factor, 0);
		const product = factors.reduce((total, factor) => total * factor, 1);
		return .5 / factors.length * sum + .5 * product;
	});
}
/** Mixed over the prior shift variances, and over which of the sensors that can be compared take part. */
function mixSensors(sensors, model) {
	const p = model.participation;
	const q = 1 - p;
	const shares = sensors.map(() => 0);
	if (sensors.every((factors) => factors === null)) return {
		likelihood: null,
		shares
	};
	const nobody = sensors.reduce((product, factors) => factors === null ? product : product * q, 1);
	let likelihood = 0;
	model.shiftWeights.forEach((shiftWeight, g) => {
		const weight = shiftWeight / (1 - nobody);
		const inOrOut = sensors.map((factors) => factors === null ? 1 : q + p * factors[g]);
		likelihood += weight * (inOrOut.reduce((product, ratio) => product * ratio, 1) - nobody);
		sensors.forEach((factors, sensor) => {
			if (factors === null) return;
			const others = inOrOut.filter((_, other) => other !== sensor);
			shares[sensor] += weight * (p * factors[g]) * others.reduce((product, other) => product * other, 1);
		});
	});
	return {
		likelihood,
		shares
	};
}
function plus(sums, { sums: more }) {
	return sums.map((sum, at) => sum + more[at]);
}
const nothing = () => 0;
const isFirstOfThree = (_, at) => at % 3 === 0;
/** Evidence beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const mostNats$1 = 120;

/** W, window by window. It is what the tests hold `weighEvidence` to, bit for bit. */
function weighEvidenceDirectly(sums, model) {
	let sum = 0;
	const taken = model.sensors.map(() => 0);
	let likeliest = {
		row: -1,
		window: null
	};
	for (let row = sums.buckets.length - 1; row >= 0; row -= 1) {
		const window = compareWindow(sums, model, row);
		if (window.term === 0) continue;
		sum += window.term;
		window.shares.forEach((share, sensor) => taken[sensor] += window.term / window.likelihood * share);
		if (window.term > (likeliest.window?.term ?? 0)) likeliest = {
			row,
			window
		};
	}
	const channel = likeliest.window === null ? 0 : loudest(likeliest.window, model);
	const shift = likeliest.window?.channels[channel]?.shift ?? 0;
	return {
		nats: ln(sum),
		posterior: taken.map((share) => sum > 0 ? Math.min(1, share / sum) : 0),
		changeRow: likeliest.row,
		changeSeq: likeliest.window?.seq ?? 0,
		channel,
		side: shift < 0 ? "lower" : "upper"
	};
}
function loudest({ channels }, model) {
	let found = {
		factor: -1,
		channel: 0
	};
	model.shiftVariances.forEach((_, g) => channels.forEach((compared, channel) => {
		if (compared === null || !(compared.factors[g] > found.factor)) return;
		found = {
			factor: compared.factors[g],
			channel
		};
	}));
	return found.channel;
}

/**
* The mixture evidence W (docs/scoring-method.md, "The sequential statistic"): the logarithm of the sum, over every
* possible start of a change, of by how much the likelihood ratio "some sensors have moved since then" against "nothing
* has moved" exceeds 1. Each channel's ratio is a two-sample Student Bayes factor. Only sensors heard both before and
* after a start have a say in it.
*
* For up to three sensors and three prior shift variances, as in every vehicle, the formula is unrolled into
* `weighUnrolled`; anything else takes it as it is written down. Tests hold both to the same bits.
*/
function weighEvidence(sums, model) {
	return model.sensors.length <= 3 && model.shiftVariances.length === 3 && sums.channels <= mostChannels ? weighUnrolled(sums, model) : weighEvidenceDirectly(sums, model);
}
function addBuckets(total, { past, buckets }) {
	for (let row = 0; row < buckets.length; row += 1) {
		const more = buckets[row].sums;
		for (let at = 0; at < past.length; at += 1) total[at] += more[at];
	}
}
/** Evidence beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const mostNats = 120;
const mostChannels = 8;
/** Numbers of one evaluation, written over by the next. */
const window = /* @__PURE__ */ new Float64Array(24);
const everything = /* @__PURE__ */ new Float64Array(24);
/** Mean shift of each channel, times the weights of window and reference. */
const shifts = new Float64Array(mostChannels);
/** 1 for a channel that was heard before and after. */
const compared = new Uint8Array(mostChannels);
/** Bayes factors, three a channel. */
const factors = /* @__PURE__ */ new Float64Array(24);
/**
* Every frame that completes a block pays for this walk over the buckets, newest first: so one pass, all numbers of a
* window in variables, and no division for a shift within its zone.
*/
function weighUnrolled(sums, model) {
	const { channels, buckets } = sums;
	const { zones, directions, sensors, minimumReference, priorDegrees, priorVariances } = model;
	const p = model.participation;
	const q = 1 - p;
	const sensorCount = sensors.length;
	const g0 = model.shiftVariances[0];
	const g1 = model.shiftVariances[1];
	const g2 = model.shiftVariances[2];
	let heardBefore = 0;
	let nobody = 1;
	let w0 = 0;
	let w1 = 0;
	let w2 = 0;
	window.fill(0);
	everything.set(sums.past);
	if (!model.referenceFrozen) addBuckets(everything, sums);
	const out = model.referenceFrozen ? 0 : 1;
	const secondFirst = sensorCount > 1 ? sensors[1][0] : channels;
	const thirdFirst = sensorCount > 2 ? sensors[2][0] : channels;
	let sum = 0;
	let taken0 = 0;
	let taken1 = 0;
	let taken2 = 0;
	let mostTerm = 0;
	let changeRow = -1;
	let loudest = 0;
	let shiftOfLoudest = 0;
	let ofN = -1;
	let ofM = -1;
	let information = 0;
	let spread0 = 1;
	let spread1 = 1;
	let spread2 = 1;
	let shrink0 = 1;
	let shrink1 = 1;
	let shrink2 = 1;
	for (let row = buckets.length - 1; row >= 0; row -= 1) {
		const bucket = buckets[row];
		const more = bucket.sums;
		let heard = 0;
		let qa = 1;
		let qb = 1;
		let qc = 1;
		let a0 = 0;
		let a1 = 0;
		let a2 = 0;
		let b0 = 0;
		let b1 = 0;
		let b2 = 0;
		let c0 = 0;
		let c1 = 0;
		let c2 = 0;
		let first = 0;
		let end = secondFirst;
		for (let sensor = 0; sensor < sensorCount; sensor += 1) {
			let sum0 = 0;
			let sum1 = 0;
			let sum2 = 0;
			let product0 = 1;
			let product1 = 1;
			let product2 = 1;
			let isHeard = false;
			for (let channel = first; channel < end; channel += 1) {
				const at = 3 * channel;
				const n = window[at] + more[at];
				const s = window[at + 1] + more[at + 1];
				const squaresSince = window[at + 2] + more[at + 2];
				window[at] = n;
				window[at + 1] = s;
				window[at + 2] = squaresSince;
				const m = everything[at] - out * n;
				let factor0 = 1;
				let factor1 = 1;
				let factor2 = 1;
				shifts[channel] = 0;
				compared[channel] = 0;
				if (m >= minimumReference && n >= 1) {
					isHeard = true;
					compared[channel] = 1;
					if (n !== ofN || m !== ofM) {
						information = n * m / (n + m);
						spread0 = 1 + information * g0;
						spread1 = 1 + information * g1;
						spread2 = 1 + information * g2;
						shrink0 = 1 / Math.sqrt(spread0);
						shrink1 = 1 / Math.sqrt(spread1);
						shrink2 = 1 / Math.sqrt(spread2);
						ofN = n;
						ofM = m;
					}
					factor0 = shrink0;
					factor1 = shrink1;
					factor2 = shrink2;
					const before = everything[at + 1] - out * s;
					const shift = s * m - before * n;
					shifts[channel] = shift;
					const direction = directions[channel];
					const size = direction === 0 ? Math.abs(shift) : direction * shift;
					const zone = zones[channel];
					if (size > zone * (n * m)) {
						const beyond = Math.max(0, size / (n * m) - zone);
						const mean = before / m;
						const squares = everything[at + 2] - out * squaresSince - m * mean * mean;
						const degrees = m - 1 + priorDegrees;
						const believed = priorVariances[channel];
						const pooled = (priorDegrees * believed + Math.max(0, squares)) / degrees;
						const variance = Math.max(model.varianceFloor * believed, pooled);
						const z = information * beyond * beyond / (variance * degrees);
						const half = .5 * (degrees + 1);
						factor0 *= exp(Math.min(mostNats, half * ln((1 + z) / (1 + z / spread0))));
						factor1 *= exp(Math.min(mostNats, half * ln((1 + z) / (1 + z / spread1))));
						factor2 *= exp(Math.min(mostNats, half * ln((1 + z) / (1 + z / spread2))));
					}
				}
				factors[at] = factor0;
				factors[at + 1] = factor1;
				factors[at + 2] = factor2;
				sum0 += factor0;
				sum1 += factor1;
				sum2 += factor2;
				product0 *= factor0;
				product1 *= factor1;
				product2 *= factor2;
			}
			const sensorFirst = first;
			first = end;
			end = sensor === 0 ? thirdFirst : channels;
			if (!isHeard) continue;
			heard += 1;
			const several = first - sensorFirst > 1;
			const alone = .5 / (first - sensorFirst);
			const takes0 = p * (several ? alone * sum0 + .5 * product0 : product0);
			const takes1 = p * (several ? alone * sum1 + .5 * product1 : product1);
			const takes2 = p * (several ? alone * sum2 + .5 * product2 : product2);
			if (sensor === 0) {
				qa = q;
				a0 = takes0;
				a1 = takes1;
				a2 = takes2;
			} else if (sensor === 1) {
				qb = q;
				b0 = takes0;
				b1 = takes1;
				b2 = takes2;
			} else {
				qc = q;
				c0 = takes0;
				c1 = takes1;
				c2 = takes2;
			}
		}
		if (heard === 0) continue;
		if (heard !== heardBefore) {
			heardBefore = heard;
			nobody = heard === 1 ? q : heard === 2 ? q * q : q * q * q;
			w0 = model.shiftWeights[0] / (1 - nobody);
			w1 = model.shiftWeights[1] / (1 - nobody);
			w2 = model.shiftWeights[2] / (1 - nobody);
		}
		const inA0 = qa + a0;
		const inA1 = qa + a1;
		const inA2 = qa + a2;
		const inB0 = qb + b0;
		const inB1 = qb + b1;
		const inB2 = qb + b2;
		const inC0 = qc + c0;
		const inC1 = qc + c1;
		const inC2 = qc + c2;
		const likelihood = w0 * (inA0 * inB0 * inC0 - nobody) + w1 * (inA1 * inB1 * inC1 - nobody) + w2 * (inA2 * inB2 * inC2 - nobody);
		if (!(likelihood > 1)) continue;
		const term = bucket.size * (likelihood - 1);
		const share = term / likelihood;
		taken0 += share * (w0 * a0 * (inB0 * inC0) + w1 * a1 * (inB1 * inC1) + w2 * a2 * (inB2 * inC2));
		taken1 += share * (w0 * b0 * (inA0 * inC0) + w1 * b1 * (inA1 * inC1) + w2 * b2 * (inA2 * inC2));
		taken2 += share * (w0 * c0 * (inA0 * inB0) + w1 * c1 * (inA1 * inB1) + w2 * c2 * (inA2 * inB2));
		sum += term;
		if (term > mostTerm) {
			mostTerm = term;
			changeRow = row;
			loudest = loudestChannel(channels);
			shiftOfLoudest = shifts[loudest];
		}
	}
	const shares = [
		taken0,
		taken1,
		taken2
	].slice(0, sensorCount);
	return {
		nats: ln(sum),
		posterior: shares.map((share) => sum > 0 ? Math.min(1, share / sum) : 0),
		changeRow,
		changeSeq: changeRow < 0 ? 0 : buckets[changeRow].seq,
		channel: loudest,
		side: shiftOfLoudest < 0 ? "lower" : "upper"
	};
}
function loudestChannel(channels) {
	let loudest = 0;
	let most = -1;
	for (let g = 0; g < 3; g += 1) for (let channel = 0; channel < channels; channel += 1) {
		const factor = factors[3 * channel + g];
		if (compared[channel] === 1 && factor > most) {
			most = factor;
			loudest = channel;
		}
	}
	return loudest;
}

/** The likeliest change among the blocks a baseline is made of, when the evidence for one is strong. */
function changeInside(learner, { calibration }, blocks) {
	const { name, settings } = learner;
	const scored = scoreAgainst(learner, { calibration }, blocks);
	const width = trackWidths[name];
	let sums = noEvidence(width);
	for (const { seq, weight, evidence } of scored) {
		if (evidence === null) continue;
		const weights = new Float64Array(width).fill(weight);
		sums = addBlock(sums, {
			seq,
			weights,
			values: evidence
		}, everyBlockByItself);
	}
	const found = weighEvidence(sums, singleModel(name, calibration, false, settings));
	if (!(found.nats > settings.baseline.changeNats)) return null;
	const at = blocks.findIndex((block) => block.seq === found.changeSeq);
	return {
		at,
		nats: found.nats,
		correlation: largestLag(scored, (values) => besideStep(values, at))
	};
}
const everyBlockByItself = {
	bucketsPerLevel: 1e3,
	levels: 2,
	referenceFrozen: false
};
/** Blocks as a calibration sees them. */
function scoreAgainst(learner, { calibration }, blocks) {
	return scoreAll({
		...learner.track,
		calibration,
		previousUs: null
	}, blocks, learner).scored;
}
/** Each side of a step about its own mean. A wandering sensor keeps its correlation, a moved one has none. */
function besideStep(values, at) {
	return [values.slice(0, at), values.slice(at)].flatMap((side) => {
		const centre = huberMean(side, 1);
		return side.map((value) => value - centre);
	});
}
/** The values beside their straight line: a steady drift is no noise, and must not pass for it. */
function besideLine(values) {
	const middle = (values.length - 1) / 2;
	let sum = 0;
	let products = 0;
	let squares = 0;
	values.forEach((value, at) => {
		sum += value;
		products += (at - middle) * value;
		squares += (at - middle) * (at - middle);
	});
	const [level, slope] = [sum / values.length, products / squares];
	return values.map((value, at) => value - level - slope * (at - middle));
}
/** Largest lag-1 correlation of any value, after what is no noise has been taken out. */
function largestLag(scored, residualsOf) {
	return Array.from(scored[0].standardised.keys()).reduce((most, axis) => {
		const residuals = residualsOf(scored.map((block) => block.standardised[axis]));
		return Math.max(most, lagOne(residuals));
	}, -1);
}

/**
* Neighbours joined two by two into blocks of twice the length, and the mean squares that are now within them, summed
* over the old blocks. With an odd count the oldest is left out.
*/
function joinPairs(blocks, width) {
	const joined = [];
	const within = new Float64Array(width);
	for (let at = blocks.length % 2; at < blocks.length; at += 2) {
		const [older, newer] = [blocks[at], blocks[at + 1]];
		const weight = older.weight + newer.weight;
		const values = older.values.map((value, axis) => Math.fround((older.weight * value + newer.weight * newer.values[axis]) / weight));
		values.forEach((mean, axis) => {
			const [a, b] = [older.values[axis] - mean, newer.values[axis] - mean];
			within[axis] += a * a + b * b;
		});
		joined.push({
			seq: newer.seq,
			atUs: newer.atUs,
			weight: Math.fround(weight / 2),
			values
		});
	}
	return {
		blocks: joined,
		within
	};
}

/** The track with its blocks joined two by two, and twice as many frames to a block from now on. */
function joinBlocks(learner, blocks) {
	const { name } = learner;
	const track = anchorAtMean(learner, blocks);
	const joined = joinPairs(track.learnt, trackWidths[name]);
	const frames = framesPerBlock(track);
	return {
		...track,
		level: track.level + 1,
		learnt: joined.blocks,
		within: track.within.map((squares, axis) => squares + frames * joined.within[axis])
	};
}
/** Rotation vectors are only averaged near zero: a wild first frame must not stay the place they count from. */
function anchorAtMean({ name, track }, blocks) {
	if (name !== "camera") return track;
	const anchor = meanRotation(blocks.map((block) => rotationOf(track, block)));
	const moved = blocks.map((block) => ({
		...block,
		values: inPose(track, anchor, block.values)
	}));
	return {
		...track,
		anchor,
		learnt: moved
	};
}

/**
* Adds a block to the baseline being learnt. From the 20th block on a baseline is tried. It is looked at again with
* the 50th, and as soon as it leads to a suspicion: a baseline is doubted before it accuses.
*/
function learnBaseline(learner, block, suspicion) {
	const { settings } = learner;
	if (suspicion.held && learner.track.calibration !== null) return {
		kind: "waiting",
		track: learner.track
	};
	const blocks = [...learner.track.learnt, block].slice(-mostBlocks);
	const track = {
		...learner.track,
		learnt: blocks
	};
	const { provisionalBlocks, establishedBlocks } = settings.baseline;
	if (track.calibration === null) {
		if (blocks.length < provisionalBlocks) return {
			kind: "waiting",
			track
		};
		return firstBaseline({
			...learner,
			track
		}, blocks);
	}
	const complete = blocks.length >= establishedBlocks;
	const kept = complete ? settle(track) : {
		kind: "waiting",
		track
	};
	if (suspicion.change !== null) return doubtBaseline({
		...learner,
		track
	}, suspicion.change) ?? kept;
	return complete ? refineBaseline({
		...learner,
		track
	}, blocks) : kept;
}
/** An undecided baseline goes on with the newest blocks only. */
const mostBlocks = 64;
/**
* Blocks that still resemble their neighbours are joined two by two; a change inside keeps the sensor learning, or is
* judged when it is large; otherwise the sensor has a provisional baseline.
*/
function firstBaseline(learner, blocks) {
	const { settings, track } = learner;
	const calibrated = calibrate(learner, blocks);
	const change = changeInside(learner, calibrated, blocks);
	if (isTooCorrelated(learner, change === null ? calibrated.correlation : change.correlation, blocks.length)) return {
		kind: "waiting",
		track: joinBlocks(learner, blocks)
	};
	if (change !== null) return judgeChange(learner, blocks, change);
	const enough = blocks.length >= settings.baseline.establishedBlocks;
	return acceptBaseline({
		...learner,
		track
	}, {
		calibrated,
		blocks,
		baseline: blocks.length,
		established: enough
	});
}
/** The second look, with more blocks. A change among them is for the evidence to judge, by the baseline there is. */
function refineBaseline(learner, blocks) {
	const calibrated = calibrate(learner, blocks);
	const change = changeInside(learner, calibrated, blocks);
	if (change === null && !isTooCorrelated(learner, calibrated.correlation, blocks.length)) return acceptBaseline(learner, {
		calibrated,
		blocks,
		baseline: blocks.length,
		established: true
	});
	if (!isTooCorrelated(learner, change?.correlation ?? largestLag(scoreAgainst(learner, calibrated, blocks), besideLine), blocks.length)) return settle(learner.track);
	return rebuildFromPairs(learner, blocks, change?.at ?? blocks.length);
}
/**
* Whether what looks like a change may be correlation in disguise: then the baseline is built again from longer
* blocks. Null when the baseline holds up, and the change is for the evidence to judge.
*/
function doubtBaseline(learner, { seq, axis }) {
	if (axis === null) return null;
	const blocks = learner.track.learnt;
	const calibration = learner.track.calibration;
	const before = blocks.filter((block) => block.seq < seq).length;
	const scores = scoreAgainst(learner, { calibration }, blocks).map((block) => block.standardised[axis]);
	return isTooCorrelated(learner, lagOne(besideStep(scores, before)), blocks.length) ? rebuildFromPairs(learner, blocks, before) : null;
}
/**
* The baseline again from blocks twice as long, if there are enough of them. Blocks after a suspected change are not
* part of it: they are watched, as they were.
*/
function rebuildFromPairs(learner, blocks, before) {
	const { settings } = learner;
	const track = joinBlocks(learner, blocks);
	const joined = track.learnt;
	const lastSeq = before === 0 ? 0 : blocks[before - 1].seq;
	const baseline = joined.filter((block) => block.seq <= lastSeq).length;
	if (baseline < (before === blocks.length ? settings.baseline.provisionalBlocks : fewestBefore)) return {
		kind: "withdrawn",
		track: {
			...track,
			calibration: null,
			previousUs: null,
			recent: []
		}
	};
	const calibrated = calibrate({
		...learner,
		track
	}, joined.slice(0, baseline));
	return acceptBaseline({
		...learner,
		track
	}, {
		calibrated,
		blocks: joined,
		baseline,
		established: false
	});
}
/** Fewer blocks than an established baseline has tell less; the limit allows for what their estimate may be off. */
function isTooCorrelated({ settings, track }, correlation, blocks) {
	const { maximumBlockCorrelation, maximumBlockLevel, establishedBlocks, correlationAllowance } = settings.baseline;
	const shortfall = 1 / Math.sqrt(blocks) - 1 / Math.sqrt(establishedBlocks);
	return correlation > maximumBlockCorrelation + correlationAllowance * Math.max(0, shortfall) && track.level < maximumBlockLevel;
}
/** The baseline stays what it is. */
function settle(track) {
	const calibration = {
		...track.calibration,
		established: true
	};
	return {
		kind: "waiting",
		track: {
			...track,
			calibration,
			learnt: []
		}
	};
}
/** Fewest blocks before and after a change that may stand for themselves. */
const fewestBefore = 10;
const fewestAfter = 5;
/**
* A change while learning. When the blocks before it can serve as a baseline and it exceeds the CAUTION limit, it is
* watched like any other change: a mount that moved in its first minutes is news. Otherwise learning starts again
* after it.
*/
function judgeChange(learner, blocks, change) {
	const { name, track, settings } = learner;
	if (blocks.length - change.at < fewestAfter) return {
		kind: "waiting",
		track
	};
	if (name !== "confidence" && change.at >= fewestBefore && change.nats >= settings.evidence.cautionNats) {
		const calibrated = calibrate(learner, blocks.slice(0, change.at));
		const accepted = acceptBaseline(learner, {
			calibrated,
			blocks,
			baseline: change.at,
			established: false
		});
		const drift = estimateDrift(name, accepted.track, 0);
		const { caution } = limitsOf(name, settings);
		if (drift !== null && exceedance(name, drift, caution) >= settings.tiers.cautionProbability) return accepted;
	}
	return {
		kind: "waiting",
		track: {
			...track,
			learnt: blocks.slice(change.at)
		}
	};
}

/**
* Whether a sensor's reference keeps learning: not while it was frozen by command, and not while a breach is open,
* because a reference that follows a drift would hide it.
*/
function referenceMoves(state, name) {
	if (state.frozen) return false;
	return name === "confidence" ? state.confidenceAlarm === null : state.breach === null;
}

function advanceTracks(state, measurement, settings) {
	let scored = null;
	let calibrated = noneCalibrated;
	let withdrawn = noneWithdrawn;
	let stepped = false;
	const advance = (name) => {
		const { track, block } = averageIntoBlocks(name, state.tracks[name], measurement);
		if (block === null) return track;
		stepped = true;
		let advanced = track;
		if (track.calibration !== null) {
			const step = scoreBlock(track, block, settings);
			scored ??= /* @__PURE__ */ new Map();
			scored.set(name, step.scored);
			const rule = {
				keep: settings.tiers.driftBlocks,
				referenceMoves: referenceMoves(state, name)
			};
			advanced = rememberRecent(step.track, step.scored, rule);
			if (track.calibration.established) return advanced;
		}
		const learning = learnBaseline({
			name,
			track: advanced,
			settings
		}, block, suspicionOf(state, name));
		if (learning.kind === "calibrated") calibrated = new Map([...calibrated, [name, learning]]);
		if (learning.kind === "withdrawn") withdrawn = /* @__PURE__ */ new Set([...withdrawn, name]);
		return learning.track;
	};
	return {
		tracks: {
			camera: advance("camera"),
			radar: advance("radar"),
			lidar: advance("lidar"),
			confidence: advance("confidence")
		},
		stepped,
		scored: scored ?? noneScored,
		calibrated,
		withdrawn
	};
}
/** Frames inside a block complete nothing, and most blocks no baseline. */
const noneScored = /* @__PURE__ */ new Map();
const noneCalibrated = /* @__PURE__ */ new Map();
const noneWithdrawn = /* @__PURE__ */ new Set();
function suspicionOf(state, name) {
	const { finding } = state;
	const held = !referenceMoves(state, name);
	if (name === "confidence") {
		const seq = finding.confidenceChangeSeq;
		return {
			held,
			change: seq === null ? null : {
				seq,
				axis: 0
			}
		};
	}
	if (!finding.suspected) return {
		held,
		change: null
	};
	const axis = finding.channel - firstChannel[name];
	return {
		held,
		change: {
			seq: finding.changeSeq,
			axis: axis >= 0 && axis < trackWidths[name] ? axis : null
		}
	};
}

/**
* Whether W has reached a limit, and would have done so without whichever of each sensor's newest blocks matters most: no
* single frame, however wild, opens a breach. Older blocks have been merged with several, and are diluted by them.
*/
function holdsWithoutAnyBlock(gathered, found, limitNats) {
	if (!(found.nats >= limitNats)) return false;
	const { model } = gathered;
	let least = {
		nats: found.nats,
		sums: gathered.sums
	};
	for (const sensor of model.sensors) for (const sums of withoutOneBlock(least.sums, sensor)) {
		const { nats } = weighEvidence(sums, model);
		if (!(nats >= limitNats)) return false;
		if (nats < least.nats) least = {
			nats,
			sums
		};
	}
	return true;
}
/**
* The sums once a breach is open: what came before the change is the reference and stays it. A reference that was
* frozen by command is left as it was.
*/
function freezeAtChange({ sums, model }, found) {
	return model.referenceFrozen ? sums : settleBefore(sums, found.changeRow);
}
/** Blocks of a bucket from which one is still left out; what one says among more is diluted. */
const mostLeftOut = 2;
/** The sums without one block of a sensor, for each of the newest in turn: of two that have been merged the more extreme. */
function withoutOneBlock(sums, [first, end]) {
	const reference = sums.past[3 * first] > 0 ? sums.past : totalOf(sums);
	return sums.buckets.flatMap((bucket, row) => {
		const weight = bucket.sums[3 * first];
		if (weight === 0 || weight > mostLeftOut) return [];
		const left = bucket.sums.slice();
		for (let channel = first; channel < end; channel += 1) leaveOutOne(left, channel, reference);
		return [{
			...sums,
			buckets: sums.buckets.with(row, {
				...bucket,
				sums: left
			})
		}];
	});
}
/** Blocks that are their own reference: what they all say. */
function totalOf({ past, buckets }) {
	return past.map((sum, at) => buckets.reduce((total, { sums }) => total + sums[at], sum));
}
/**
* Two values with mean m and standard deviation s are m + s and m - s: the one on the side on which the bucket lies from the
* reference goes.
*/
function leaveOutOne(sums, channel, reference) {
	const at = 3 * channel;
	const [weight, sum, squares] = [
		sums[at],
		sums[at + 1],
		sums[at + 2]
	];
	if (weight <= 1) {
		sums.fill(0, at, at + 3);
		return;
	}
	const mean = sum / weight;
	const deviation = Math.sqrt(Math.max(0, squares / weight - mean * mean));
	const kept = reference[at] > 0 && mean < reference[at + 1] / reference[at] ? mean + deviation : mean - deviation;
	sums[at] = .5 * weight;
	sums[at + 1] = .5 * weight * kept;
	sums[at + 2] = .5 * weight * kept * kept;
}

/**
* The lidar's own confidence has fallen for good, by the same statistic as a breach, downward only. It asks for an
* inspection, never for a calibration; it ends once the confidence has been back for a while.
*/
function advanceConfidenceAlarm(alarm, gathered, advance, settings) {
	const { sums } = gathered;
	if (gathered.found === null) return {
		alarm,
		sums
	};
	const { found } = gathered;
	if (alarm === null) {
		if (!holdsWithoutAnyBlock(gathered, found, settings.evidence.cautionNats)) return {
			alarm,
			sums
		};
		return {
			alarm: {
				changeSeq: found.changeSeq,
				calmBlocks: 0
			},
			sums: freezeAtChange(gathered, found)
		};
	}
	const calmBlocks = isBack(advance.tracks.confidence, alarm) ? alarm.calmBlocks + 1 : 0;
	if (calmBlocks < settings.tiers.cautionHoldBlocks) return {
		alarm: {
			...alarm,
			calmBlocks
		},
		sums
	};
	return {
		alarm: null,
		sums: {
			...sums,
			buckets: []
		}
	};
}
function isBack(track, alarm) {
	const values = recentValues(track, 0, alarm.changeSeq);
	if (track.calibration === null || values.length === 0) return false;
	const scale = track.calibration.scale[0];
	const inflation = correlationInflation(track.calibration.correlation[0]);
	const sd = scale * Math.sqrt(inflation / values.length + inflation / Math.max(1, track.centreWeight));
	return huberMean(values, scale) >= track.centre[0] - 2 * sd;
}

/**
* The shortest stretch of the histogram's rows that reaches from the lower to the upper tail of the posterior of the
* change point: P(start = c) = n_c*L_c / Sum  n*L, the terms W is the sum of. `toSeq` is the last entry before the row
* after the stretch.
*/
function onsetInterval({ sums, model }, probability, newestSeq) {
	const rows = sums.buckets.length;
	const all = weighEvidence(sums, model).nats;
	/** P(the change began in this row or later), which falls with the row. */
	const sinceRow = (row) => exp(weighEvidence(startingAt(sums, row, model.referenceFrozen), model).nats - all);
	const tail = .5 * (1 - probability);
	const first = lastRowWith(rows, (row) => sinceRow(row) >= 1 - tail);
	const last = lastRowWith(rows, (row) => sinceRow(row) > tail);
	const seqOf = (row) => sums.buckets[row].seq;
	return {
		fromSeq: seqOf(first),
		toSeq: last + 1 < rows ? seqOf(last + 1) - 1 : newestSeq
	};
}
/** The same sums with a change allowed only from a row on: the rows before it are reference. */
function startingAt(sums, row, referenceFrozen) {
	if (!referenceFrozen) return settleBefore(sums, row);
	return {
		...sums,
		buckets: sums.buckets.slice(row)
	};
}
/** The last row for which a test that holds up to some row holds; 0 when it never does. */
function lastRowWith(rows, holds) {
	let [low, high] = [0, rows];
	while (high - low > 1) {
		const middle = low + high >> 1;
		if (holds(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** Inverse of a 3*3 matrix, row-major, by its cofactors. */
function invert3(matrix) {
	const at = (row, column) => matrix[3 * (row % 3) + column % 3];
	const cofactor = (row, column) => at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
	const determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2);
	return Float64Array.from({ length: 9 }, (_, entry) => cofactor(entry % 3, Math.floor(entry / 3)) / determinant);
}

const likelyShare = .5;
const widelyShare = .9;
/** The course when its breach opens, from the sums that were not yet frozen and each sensor's newest blocks. */
function openCourse(opening, settings) {
	const { gathered, newest } = opening;
	return {
		likely: onsetInterval(gathered, likelyShare, newest.seq),
		widely: onsetInterval(gathered, widelyShare, newest.seq),
		rows: {
			camera: openRows("camera", opening, settings),
			radar: openRows("radar", opening, settings),
			lidar: openRows("lidar", opening, settings)
		}
	};
}
/** The course with the blocks a frame has completed. */
function followCourse(course, advance, timeUs) {
	if (advance.scored.size === 0) return course;
	const rows = { ...course.rows };
	for (const sensor of limitedSensors) {
		const block = advance.scored.get(sensor);
		if (block === void 0) continue;
		const { centre } = advance.tracks[sensor];
		const shifts = block.placed.map((value, axis) => value - centre[axis]);
		rows[sensor] = appendRow(rows[sensor], sensor, [
			timeUs,
			block.weight,
			...shifts
		]);
	}
	return {
		...course,
		rows
	};
}
/** Rows enough to tell a ramp from a step, few enough to be kept with the state. */
const mostRows = 32;
function openRows(sensor, opening, settings) {
	const track = opening.tracks[sensor];
	if (track.calibration === null) return [];
	let rows = [];
	const firstRecentSeq = track.recent[0]?.seq ?? opening.newest.seq;
	for (const row of rowsFromSums(sensor, firstRecentSeq, opening, settings)) rows = appendRow(rows, sensor, row);
	for (const { seq, weight, placed } of track.recent) {
		const timeUs = timeOf(opening.marks, seq, opening.newest);
		const shifts = track.centre.map((centre, axis) => placed[axis] - centre);
		rows = appendRow(rows, sensor, [
			timeUs,
			weight,
			...shifts
		]);
	}
	return rows;
}
/**
* Older blocks are only left as sums of clipped and whitened scores. As long as W has not reached its limit their shifts
* are of the order of sigma, where the clip is nearly straight; its mean slope under unit noise turns them back.
*/
function rowsFromSums(sensor, beforeSeq, { gathered, tracks, marks, newest }, settings) {
	const { buckets } = gathered.sums;
	const first = 3 * firstChannel[sensor];
	const toShifts = scoresToShifts(tracks[sensor], settings);
	const rows = [];
	for (let row = 0; row + 1 < buckets.length; row += 1) {
		const [fromSeq, endSeq] = [buckets[row].seq, buckets[row + 1].seq];
		if (endSeq > beforeSeq) break;
		if (pausesBetween(marks, fromSeq, endSeq)) continue;
		const sums = buckets[row].sums.slice(first);
		const mean = meanScores(sums, tracks[sensor]);
		if (mean === null) continue;
		const timeUs = timeOf(marks, .5 * (fromSeq + endSeq - 1), newest);
		rows.push([
			timeUs,
			sums[0],
			...toShifts(mean)
		]);
	}
	return rows;
}
function meanScores(sums, { centre }) {
	if (!(sums[0] > 0)) return null;
	return Array.from(centre, (_, axis) => sums[3 * axis + 1] / sums[3 * axis]);
}
function scoresToShifts({ calibration, centre }, settings) {
	const { location, whitening, correlation, clipUnit } = calibration;
	const gains = Array.from(clipUnit, (unit, axis) => whiteningFactor(correlation[axis]) * clipSlope(unit, settings.evidence.clipDegrees));
	const unwhiten = clipUnit.length === 1 ? Float64Array.of(1 / whitening[0]) : invert3(whitening);
	const width = clipUnit.length;
	return (scores) => {
		const straight = scores.map((score, axis) => score / gains[axis]);
		return straight.map((_, row) => {
			let sum = location[row] - centre[row];
			for (let column = 0; column < width; column += 1) sum += unwhiten[row * width + column] * straight[column];
			return sum;
		});
	};
}
/** d/dmu E[psi((mu + Z)/unit)] at mu = 0, which is E[Z*psi(Z/unit)] (Stein): trapezoidal rule, error below 1e-6. */
function clipSlope(unit, degrees) {
	let slope = 0;
	for (let step = -16; step <= 16; step += 1) {
		const z = .5 * step;
		slope += .5 * normalDensity(z) * z * softClip(z / unit, degrees);
	}
	return slope;
}
/**
* One more row; the two neighbours with the fewest blocks between them become one when there are too many, unless a
* quarter of all the time lies between them: a row in the middle of a pause would tell of something nobody saw.
*/
function appendRow(rows, sensor, row) {
	const length = courseRowLength(sensor);
	const appended = rows.slice();
	for (let place = 0; place < length; place += 1) appended.push(narrowed(row[place], place));
	if (appended.length > mostRows * length) joinLightest(appended, length);
	return appended;
}
/** In place. */
function joinLightest(rows, length) {
	let lightest = 0;
	let fewest = Infinity;
	const far = .25 * (rows[rows.length - length + 0] - rows[0]);
	for (let at = 0; at + length < rows.length; at += length) {
		if (far > 0 && rows[at + length + 0] - rows[at + 0] >= far) continue;
		const blocks = rows[at + 1] + rows[at + length + 1];
		if (blocks < fewest) {
			fewest = blocks;
			lightest = at;
		}
	}
	const [a, b] = [rows[lightest + 1], rows[lightest + length + 1]];
	for (let place = 0; place < length; place += 1) {
		const at = lightest + place;
		rows[at] = narrowed(place === 1 ? a + b : (a * rows[at] + b * rows[at + length]) / (a + b), place);
	}
	for (let at = lightest + 2 * length; at < rows.length; at += 1) rows[at - length] = rows[at];
	rows.length -= length;
}
/** As a row is kept: whole microseconds, the rest as binary32. */
function narrowed(value, place) {
	return place === 0 ? Math.floor(value + .5) : Math.fround(value);
}

/**
* One step of the two-sided tabular CUSUM: C^+ <- max(0, C^+ + z - k), C^- <- max(0, C^- - z - k).
* Page, E. S. (1954), "Continuous inspection schemes", Biometrika 41.
*/
function stepCusum(sums, z, k) {
	return {
		upper: Math.max(0, sums.upper + z - k),
		lower: Math.max(0, sums.lower - z - k)
	};
}
/**
* The value as a standard normal score that needs no known mean or sigma (Hawkins 1987, "Self-starting CUSUM charts"):
* the Student score of its distance from the mean so far, turned normal by Wallace's formula. 0 before the third value.
*/
function selfStartingScore(noise, value) {
	const { count, mean, squares } = noise;
	if (count < 2 || !(squares > 0)) return 0;
	const t = (value - mean) / Math.sqrt(squares / (count - 1)) * Math.sqrt(count / (count + 1));
	const degrees = count - 1;
	const size = Math.sqrt(degrees * ln(1 + t * t / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
	return t < 0 ? -size : size;
}
/** Welford's update. */
function addToNoise(noise, value) {
	const count = noise.count + 1;
	const mean = noise.mean + (value - noise.mean) / count;
	return {
		count,
		mean,
		squares: noise.squares + (value - noise.mean) * (value - mean)
	};
}

/**
* Moves the tabular CUSUM of every channel that completed a block. The charts show people where a drift built up;
* they decide nothing.
*/
function drawCharts(state, advance, settings) {
	if (advance.scored.size === 0 && advance.calibrated.size === 0) return state.charts;
	const charts = state.charts.slice();
	for (const sensor of limitedSensors) {
		const moves = referenceMoves(state, sensor);
		(advance.scored.get(sensor)?.evidence ?? null)?.forEach((value, axis) => step(charts, firstChannel[sensor] + axis, value, {
			moves,
			settings
		}));
		for (const [axis, values] of startingValues(advance, sensor).entries()) restart(charts, firstChannel[sensor] + axis, values);
	}
	return charts;
}
function step(charts, channel, value, rule) {
	const at = channel * 5;
	const noise = {
		count: charts[at + 2],
		mean: charts[at + 3],
		squares: charts[at + 4]
	};
	const { k, clipSigma } = rule.settings.chart;
	const score = Math.max(-clipSigma, Math.min(clipSigma, selfStartingScore(noise, value)));
	const sums = stepCusum({
		upper: charts[at],
		lower: charts[at + 1]
	}, score, k);
	const next = rule.moves ? addToNoise(noise, value) : noise;
	charts[at] = sums.upper;
	charts[at + 1] = sums.lower;
	charts[at + 2] = next.count;
	charts[at + 3] = next.mean;
	charts[at + 4] = next.squares;
}
/** The blocks a new baseline was learnt from, by value of the track. */
function startingValues(advance, sensor) {
	const reference = advance.calibrated.get(sensor)?.reference;
	if (reference === void 0) return [];
	const scores = reference.flatMap((block) => block.evidence === null ? [] : [block.evidence]);
	return Array.from(scores[0] ?? [], (_, axis) => scores.map((score) => score[axis]));
}
/** A chart learns its noise from the baseline; a refined baseline keeps the sums drawn so far. */
function restart(charts, channel, values) {
	const at = channel * 5;
	let noise = {
		count: 0,
		mean: 0,
		squares: 0
	};
	for (const value of values) noise = addToNoise(noise, value);
	charts[at + 2] = noise.count;
	charts[at + 3] = noise.mean;
	charts[at + 4] = noise.squares;
}

/** The five channels in order; null where the frame carries none. */
function frameResiduals(tracks, measurement, settings) {
	const residuals = channels.map(() => null);
	for (const sensor of limitedSensors) {
		if (measurement[sensor] === null) continue;
		const track = tracks[sensor];
		(track.calibration === null ? learningResiduals({
			sensor,
			track,
			measurement,
			settings
		}) : calibratedResiduals({
			sensor,
			track,
			measurement,
			settings
		})).forEach((residual, axis) => residuals[firstChannel[sensor] + axis] = residual);
	}
	return residuals;
}
function calibratedResiduals({ sensor, track, measurement }) {
	const calibration = track.calibration;
	const values = sensor === "camera" ? logDeg(between(calibration.pose, measurement.camera)) : [measurement[sensor]];
	const scores = standardise(values, calibration);
	return values.map((value, axis) => {
		const ratio = calibration.frameRatio[axis];
		const shift = value - track.centre[axis];
		return {
			residual: inPhysicalUnits(sensor, shift, track.centre[axis]),
			standardised: shift / (calibration.scale[axis] * ratio),
			score: scores[axis] / ratio
		};
	});
}
/** Before there is a baseline: against the middle of what was heard so far, in units of the noise believed beforehand. */
function learningResiduals({ sensor, track, measurement, settings }) {
	const values = sensor === "camera" ? logDeg(between(track.anchor ?? measurement.camera, measurement.camera)) : [measurement[sensor]];
	const blocks = track.learnt;
	const { prior } = believedNoise({
		name: sensor,
		track,
		settings
	});
	return values.map((value, axis) => {
		const middle = blocks.length === 0 ? value : median(blocks.map((block) => block.values[axis]));
		return {
			residual: inPhysicalUnits(sensor, value - middle, middle),
			standardised: (value - middle) / prior[axis],
			score: null
		};
	});
}
function inPhysicalUnits(sensor, shift, place) {
	if (sensor !== "lidar") return shift;
	return exp(place + shift) - exp(place);
}
/** Weight of one frame in the frame reference, so that frames of one block count as one. */
function frameWeight(track) {
	return 1 / framesPerBlock(track);
}

/** The window that adds most to W, written out so that a person can compute what it adds. Null when none adds anything. */
function decidingWindow({ sums, model, found }) {
	if (found.changeRow < 0) return null;
	const window = compareWindow(sums, model, found.changeRow);
	return {
		fromSeq: window.seq,
		starts: window.size,
		likelihoodRatio: window.likelihood,
		termNats: ln(window.term),
		channels: window.channels.flatMap((compared, channel) => compared === null ? [] : [describeChannel(compared, channel, model)])
	};
}
function describeChannel(compared, channel, model) {
	const direction = model.directions[channel];
	return {
		channel: channels[channel],
		blocksSince: Math.fround(compared.n),
		blocksBefore: Math.fround(compared.m),
		meanSince: Math.fround(compared.sum / compared.n),
		meanBefore: Math.fround(compared.referenceSum / compared.m),
		sigma: Math.fround(Math.sqrt(compared.variance)),
		degrees: Math.fround(compared.degrees),
		zone: Math.fround(model.zones[channel]),
		side: direction === 0 ? "both" : direction > 0 ? "upper" : "lower"
	};
}

/**
* Puts a newly calibrated sensor's blocks into the sums as if they had been there from the start, in place of what the
* sums held of it. Blocks older than the first bucket join the reference, the others their bucket; blocks under watch
* that are newer than every bucket get buckets of their own.
*/
function placeEvidence(sums, firstChannel, blocks, shape) {
	const width = blocks.reference[0].placed.length;
	let placed = clearChannels(sums, firstChannel, width);
	for (const block of blocks.reference) placed = addWhereItBelongs(placed, firstChannel, block);
	for (const block of blocks.watched) {
		if (block.evidence === null) continue;
		placed = block.seq <= (placed.buckets.at(-1)?.seq ?? 0) ? addWhereItBelongs(placed, firstChannel, block) : addBlock(placed, {
			seq: block.seq,
			...widen(placed.channels, firstChannel, block)
		}, shape);
	}
	return placed;
}
/** One sensor's block as a block of all channels. */
function widen(channels, firstChannel, block) {
	const weights = new Float64Array(channels);
	const values = new Float64Array(channels);
	block.evidence.forEach((value, axis) => {
		weights[firstChannel + axis] = block.weight;
		values[firstChannel + axis] = value;
	});
	return {
		weights,
		values
	};
}
/** Forgets what the sums hold of some channels. */
function clearChannels(sums, firstChannel, width) {
	const cleared = (held) => held.slice().fill(0, 3 * firstChannel, 3 * (firstChannel + width));
	return {
		...sums,
		past: cleared(sums.past),
		buckets: sums.buckets.map((bucket) => ({
			...bucket,
			sums: cleared(bucket.sums)
		}))
	};
}
function addWhereItBelongs(sums, firstChannel, block) {
	if (block.evidence === null) return sums;
	const values = widen(sums.channels, firstChannel, block);
	const row = sums.buckets.findLastIndex(({ seq }) => seq <= block.seq);
	if (row < 0) return {
		...sums,
		past: addValues(sums.past, values)
	};
	const bucket = sums.buckets[row];
	const fuller = {
		...bucket,
		sums: addValues(bucket.sums, values).map(Math.fround)
	};
	return {
		...sums,
		buckets: sums.buckets.with(row, fuller)
	};
}

/** Camera, radar and lidar: the test that breaches. */
function gatherCalibrationEvidence(state, advance, seq, settings) {
	const isFrozen = !referenceMoves(state, "camera");
	return gather(state.evidence, advance, {
		names: [
			"camera",
			"radar",
			"lidar"
		],
		seq,
		model: () => calibrationModel(advance.tracks, isFrozen, settings),
		shape: histogramShape(settings, isFrozen, "calibration")
	});
}
/** The lidar's confidence: a test of its own, which never breaches. */
function gatherConfidenceEvidence(state, advance, seq, settings) {
	const isFrozen = !referenceMoves(state, "confidence");
	return gather(state.confidenceEvidence, advance, {
		names: ["confidence"],
		seq,
		model: () => singleModel("confidence", advance.tracks.confidence.calibration, isFrozen, settings),
		shape: histogramShape(settings, isFrozen, "confidence")
	});
}
function gather(before, advance, test) {
	if (!advance.stepped) return {
		sums: before,
		model: null,
		found: null
	};
	const { shape } = test;
	let sums = test.names.filter((name) => hasEvidence(advance.scored.get(name))).length === 0 ? before : addBlock(before, joinSensors(before.channels, advance, test), shape);
	for (const name of test.names) {
		if (advance.withdrawn.has(name)) sums = clearChannels(sums, firstChannel[name], trackWidths[name]);
		const baseline = advance.calibrated.get(name);
		if (baseline !== void 0) sums = placeEvidence(sums, firstChannel[name], baseline, shape);
	}
	if (sums === before) return {
		sums,
		model: null,
		found: null
	};
	const model = test.model();
	return {
		sums,
		model,
		found: weighEvidence(sums, model)
	};
}
function hasEvidence(block) {
	return block !== void 0 && block.evidence !== null;
}
function joinSensors(channels, advance, test) {
	const weights = new Float64Array(channels);
	const values = new Float64Array(channels);
	for (const name of test.names) {
		const block = advance.scored.get(name);
		block?.evidence?.forEach((value, axis) => {
			weights[firstChannel[name] + axis] = block.weight;
			values[firstChannel[name] + axis] = value;
		});
	}
	return {
		seq: test.seq,
		weights,
		values
	};
}

/**
* ln Gamma(x) for x > 0 in the numeric profile. Arguments below 10 are lifted by Gamma(x + 1) = x*Gamma(x); above, Stirling's
* series to the term in x^-15 (Abramowitz & Stegun 6.1.40), whose error there is below 1e-17.
*/
function lnGamma(x) {
	let product = 1;
	let lifted = x;
	while (lifted < 10) {
		product *= lifted;
		lifted += 1;
	}
	const z = 1 / (lifted * lifted);
	const series = 1 / 12 + z * (-1 / 360 + z * (1 / 1260 + z * (-1 / 1680 + z * (1 / 1188 + z * (-691 / 360360 + z * (1 / 156 + z * (-3617 / 122400)))))));
	return (lifted - .5) * ln(lifted) - lifted + halfLnTwoPi + series / lifted - ln(product);
}
const halfLnTwoPi = .9189385332046728;

/**
* Regularised incomplete beta function I_x(a, b) in the numeric profile, with x given as x and 1 - x so that neither
* tail loses digits. Continued fraction of Abramowitz & Stegun 26.5.8, evaluated by the modified Lentz method.
*/
function regularisedBeta(x, oneMinusX, shape) {
	if (!(x > 0)) return 0;
	if (!(oneMinusX > 0)) return 1;
	const { a, b } = shape;
	const front = exp(a * ln(x) + b * ln(oneMinusX) - lnBeta(a, b));
	if (x * (a + b + 2) < a + 1) return front * continuedFraction(x, a, b) / a;
	return 1 - front * continuedFraction(oneMinusX, b, a) / b;
}
/** P(F > f) for F with d1 and d2 degrees of freedom. */
function fisherTail(f, d1, d2) {
	const total = d1 * f + d2;
	return regularisedBeta(d2 / total, d1 * f / total, {
		a: d2 / 2,
		b: d1 / 2
	});
}
/** Degrees of freedom are whole, so both shapes are halves, and the same few thousand pairs serve every frame. */
function lnBeta(a, b) {
	const key = 2 * a * widestPair + 2 * b;
	if (!(2 * b < widestPair && 2 * a <= mostDegrees$1 && Number.isInteger(2 * a) && Number.isInteger(2 * b))) return lnGamma(a) + lnGamma(b) - lnGamma(a + b);
	const known = knownLnBeta.get(key);
	if (known !== void 0) return known;
	const value = lnGamma(a) + lnGamma(b) - lnGamma(a + b);
	knownLnBeta.set(key, value);
	return value;
}
const widestPair = 16;
const mostDegrees$1 = 4096;
const knownLnBeta = /* @__PURE__ */ new Map();
function continuedFraction(x, a, b) {
	let c = 1;
	let d = awayFromZero(1 - (a + b) * x / (a + 1));
	d = 1 / d;
	let value = d;
	for (let m = 1; m <= maximumTerms; m += 1) {
		const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / awayFromZero(1 + even * d);
		c = awayFromZero(1 + even / c);
		value *= d * c;
		const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / awayFromZero(1 + odd * d);
		c = awayFromZero(1 + odd / c);
		const step = d * c;
		value *= step;
		if (Math.abs(step - 1) < 1e-15) break;
	}
	return value;
}
const maximumTerms = 300;
function awayFromZero(value) {
	return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/**
* Hotelling's T^2 with a baseline of m frames: T^2 = m/(m + 1)*r^TSum ^^-1r and F = T^2(nu - d + 1)/(nud) ~ F(d, nu - d + 1), with
* nu = nu_0 + m - 1 (Montgomery, "Statistical Quality Control", phase II limits). Its parts by channel follow Mason,
* Young & Tracy (1995). Null when no present channel has a reference yet.
*/
function testFrame(moments, frame, rule) {
	const present = presentChannels(moments, frame, rule.minimumReference);
	const d = present.length;
	if (d === 0) return null;
	const { parts } = benchOf(d);
	let m = Infinity;
	for (let at = 0; at < d; at += 1) {
		const channel = present[at];
		parts[at] = frame[channel] - meanOf(moments, channel);
		m = Math.min(m, moments.first[2 * channel]);
	}
	solveByCovariance(moments, present, rule.priorDegrees);
	let t2 = 0;
	for (let at = 0; at < d; at += 1) {
		parts[at] = parts[at] * parts[at] * m / (m + 1);
		t2 += parts[at];
	}
	const nu = Math.max(d, Math.min(mostDegrees, Math.floor(rule.priorDegrees + m - 1)));
	const shares = frame.map(() => null);
	for (let at = 0; at < d; at += 1) shares[present[at]] = t2 > 0 ? parts[at] / t2 : 1 / d;
	return {
		t2,
		degrees: d,
		pValue: fisherTail(t2 * (nu - d + 1) / (nu * d), d, nu - d + 1),
		limit: t2Limit(rule.limitRate, d, nu),
		shares
	};
}
/** The limit of T^2 for a phase II frame with d channels and nu degrees of freedom, without the factor (m + 1)/m. */
function t2Limit(rate, d, nu) {
	if (rate !== knownRate) {
		knownRate = rate;
		knownLimits.clear();
	}
	const key = d * (mostDegrees + 1) + nu;
	const known = knownLimits.get(key);
	if (known !== void 0) return known;
	const limit = fisherQuantile(rate, d, nu - d + 1) * (nu * d) / (nu - d + 1);
	if (knownLimits.size < mostKnownLimits) knownLimits.set(key, limit);
	return limit;
}
/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const mostDegrees = 2e3;
const mostKnownLimits = 5e4;
/** Each limit takes a search; the same few thousand serve every vehicle. */
const knownLimits = /* @__PURE__ */ new Map();
let knownRate = -1;
/** Adds a frame to the reference, held to within 4 sigma of the mean so far; `weight` below 1 for frames that resemble their neighbours. */
function addFrame(moments, frame, weight) {
	const first = moments.first.slice();
	const second = moments.second.slice();
	const channels = frame.length;
	for (let j = 0, pair = 0; j < channels; j += 1) {
		if (frame[j] === null) {
			pair += 3 * (channels - j);
			continue;
		}
		const u = heldNear(moments, j, frame[j]);
		first[2 * j] += weight;
		first[2 * j + 1] += weight * u;
		for (let k = j; k < channels; k += 1, pair += 3) {
			if (frame[k] === null) continue;
			const v = heldNear(moments, k, frame[k]);
			second[pair] += weight;
			second[pair + 1] += weight * u * v;
			second[pair + 2] += weight * u * v * u * v;
		}
	}
	return {
		first,
		second
	};
}
function heldNear(moments, channel, value) {
	const mean = meanOf(moments, channel);
	return Math.max(mean - mostSigma, Math.min(mean + mostSigma, value));
}
const mostSigma = 4;
/** Forgets everything about some channels. */
function clearMoments(moments, firstChannel, width) {
	const first = moments.first.slice();
	const second = moments.second.slice();
	const channels = first.length / 2;
	const isCleared = (channel) => channel >= firstChannel && channel < firstChannel + width;
	for (let j = 0, pair = 0; j < channels; j += 1) {
		if (isCleared(j)) first.fill(0, 2 * j, 2 * j + 2);
		for (let k = j; k < channels; k += 1, pair += 3) if (isCleared(j) || isCleared(k)) second.fill(0, pair, pair + 3);
	}
	return {
		first,
		second
	};
}
/** Largest absolute correlation between channels of different sensors, from at least `fewest` common frames. */
function largestCrossCorrelation(moments, fewest) {
	const channels = moments.first.length / 2;
	const { means, covariances: variances } = benchOf(channels);
	for (let j = 0; j < channels; j += 1) {
		means[j] = meanOf(moments, j);
		variances[j] = covariance(moments, pairAt(j, j, channels), means[j] * means[j]) ?? 1;
	}
	let largest = 0;
	for (let j = 0; j < channels; j += 1) for (let k = Math.max(j + 1, 3); k < channels; k += 1) {
		const pair = pairAt(j, k, channels);
		if (moments.second[pair] < fewest) continue;
		const scale = Math.sqrt(variances[j] * variances[k]);
		const both = covariance(moments, pair, means[j] * means[k]) ?? 0;
		if (scale > 0) largest = Math.max(largest, Math.abs(both) / scale);
	}
	return largest;
}
function presentChannels(moments, frame, fewest) {
	const present = [];
	for (let channel = 0; channel < frame.length; channel += 1) if (frame[channel] !== null && moments.first[2 * channel] >= fewest) present.push(channel);
	return present;
}
const benches = [];
function benchOf(channels) {
	return benches[channels] ??= {
		parts: new Float64Array(channels),
		means: new Float64Array(channels),
		covariances: new Float64Array(channels * channels),
		factor: new Float64Array(channels * channels)
	};
}
/**
* Turns the residuals on the bench into independent ones of unit variance, by the Cholesky factor of the shrunk
* covariance of the present channels (Ledoit & Wolf 2004, diagonal target).
*/
function solveByCovariance(moments, present, priorDegrees) {
	const d = present.length;
	const { parts, means, covariances } = benchOf(d);
	const channels = moments.first.length / 2;
	const { second } = moments;
	for (let at = 0; at < d; at += 1) means[at] = meanOf(moments, present[at]);
	let spread = 0;
	let size = 0;
	for (let column = 0; column < d; column += 1) for (let row = column; row < d; row += 1) {
		const pair = pairAt(present[column], present[row], channels);
		const entry = covariance(moments, pair, means[column] * means[row]);
		covariances[row * d + column] = entry ?? (row === column ? 1 : 0);
		if (row === column || entry === null) continue;
		const count = second[pair];
		const product = second[pair + 1] / count;
		spread += Math.max(0, second[pair + 2] / count - product * product) / count;
		size += entry * entry;
	}
	const keep = 1 - (size > 0 ? Math.min(1, spread / size) : 1);
	for (let row = 0; row < d; row += 1) for (let column = 0; column <= row; column += 1) {
		const count = second[pairAt(present[column], present[row], channels)];
		const entry = covariances[row * d + column];
		covariances[row * d + column] = row === column ? (count * entry + priorDegrees) / (count + priorDegrees) : count * keep * entry / (count + priorDegrees);
	}
	const factor = cholesky(covariances, d, benchOf(d).factor);
	if (factor !== null) {
		forwardSolve(factor, parts, parts);
		return;
	}
	for (let at = 0; at < d; at += 1) parts[at] /= Math.sqrt(Math.max(covariances[at * (d + 1)], 1e-6));
}
/** Null when the pair was seen in fewer than two frames. */
function covariance({ second }, pair, productOfMeans) {
	const count = second[pair];
	if (count < 2) return null;
	return (second[pair + 1] / count - productOfMeans) * count / (count - 1);
}
function meanOf(moments, channel) {
	const weight = moments.first[2 * channel];
	return weight > 0 ? moments.first[2 * channel + 1] / weight : 0;
}
/** Where the sums of the pair j <= k start, in the order (0,0), (0,1) ... (1,1) ... */
function pairAt(j, k, channels) {
	return 3 * (j * channels - j * (j - 1) / 2 + (k - j));
}
/** The value a Fisher variable exceeds with probability `rate`, by bisection to the last bits. */
function fisherQuantile(rate, d1, d2) {
	let low = 0;
	let high = 1;
	while (fisherTail(high, d1, d2) > rate && high < 0xe8d4a51000) high *= 2;
	for (let step = 0; step < 60; step += 1) {
		const middle = .5 * (low + high);
		if (fisherTail(middle, d1, d2) > rate) low = middle;
		else high = middle;
	}
	return .5 * (low + high);
}

/** Evidence times physical magnitude: certainty about a tiny drift is no alarm, and neither is a large doubtful one. */
function judgeTier(facts, settings) {
	const demanded = demandTier(facts, settings);
	const { tiers } = settings;
	const sustainedBlocks = countOn(facts, facts.before.sustainedBlocks, isSustained(facts, settings));
	const held = holdTier(facts, demanded.tier, settings);
	const changed = held.tier !== facts.before.tier;
	const state = {
		tier: held.tier,
		reason: held.tier === demanded.tier ? demanded.reason : "hysteresis_hold",
		sinceSeq: changed ? facts.atSeq : facts.before.sinceSeq,
		sinceUs: changed ? facts.atUs : facts.before.sinceUs,
		calmBlocks: changed ? 0 : held.calmBlocks,
		sustainedBlocks
	};
	const isDue = rank[demanded.tier] < rank[facts.before.tier];
	return {
		state,
		closesBreach: facts.breached && facts.ended && (!isDue || held.calmBlocks >= tiers.cautionHoldBlocks)
	};
}
/** Probability that some sensor is beyond a share of its caution or critical limit, and takes part in the change. */
function probabilityBeyond(facts, limit, share, settings) {
	let nobody = 1;
	limitedSensors.forEach((sensor, at) => {
		const drift = facts.drifts[sensor];
		if (drift === null || drift.blocks === 0) return;
		const beyond = exceedance(sensor, drift, share * limitsOf(sensor, settings)[limit]);
		nobody *= 1 - facts.posterior[at] * beyond;
	});
	return 1 - nobody;
}
/** What this frame's numbers ask for, before any hysteresis. */
function demandTier(facts, settings) {
	const { tiers } = settings;
	const enough = limitedSensors.some((sensor) => (facts.drifts[sensor]?.blocks ?? 0) >= tiers.minimumBlocks);
	if (facts.breached && enough && probabilityBeyond(facts, "critical", 1, settings) >= tiers.criticalProbability) return {
		tier: "CRITICAL",
		reason: "critical_limit_exceeded"
	};
	if ((facts.before.sustainedBlocks >= tiers.sustainedBlocks || facts.before.tier === "CRITICAL") && isSustained(facts, settings)) return {
		tier: "CRITICAL",
		reason: "sustained_evidence"
	};
	if (facts.absolute.level === "critical") return {
		tier: "CRITICAL",
		reason: "baseline_beyond_limits"
	};
	if (facts.breached && !isHarmless(facts, settings)) return {
		tier: "CAUTION",
		reason: probabilityBeyond(facts, "caution", 1, settings) >= tiers.cautionProbability ? "caution_limit_exceeded" : "cusum_breach"
	};
	if (facts.absolute.level === "caution") return {
		tier: "CAUTION",
		reason: "baseline_beyond_limits"
	};
	if (facts.confidenceAlarm) return {
		tier: "CAUTION",
		reason: "lidar_confidence_low"
	};
	if (!facts.ready) return {
		tier: "UNKNOWN",
		reason: "learning"
	};
	if (facts.noiseInflated) return {
		tier: "NOMINAL",
		reason: "noise_inflation"
	};
	return {
		tier: "NOMINAL",
		reason: facts.breached ? "significant_below_limit" : "in_control"
	};
}
function isSustained(facts, settings) {
	if (!facts.breached || facts.nats < settings.evidence.criticalNats) return false;
	return probabilityBeyond(facts, "caution", 1, settings) >= settings.tiers.sustainedProbability;
}
/**
* Statistically certain, but surely under half the CAUTION limit. What has come to rest there must surely have left it: a
* drift just below would go to and fro with the noise of its newest blocks.
*/
function isHarmless(facts, settings) {
	const { harmlessProbability, cautionProbability } = settings.tiers;
	const beyond = probabilityBeyond(facts, "caution", harmlessShare, settings);
	return facts.rested ? beyond < cautionProbability : 1 - beyond >= harmlessProbability;
}
/** Of the CAUTION limit. */
const harmlessShare = .5;
/** Up at once, down one step at a time and only after the numbers have stayed low. */
function holdTier(facts, demanded, settings) {
	const { before } = facts;
	const { tiers } = settings;
	if (rank[demanded] >= rank[before.tier] || before.tier === "UNKNOWN") return {
		tier: demanded,
		calmBlocks: 0
	};
	const critical = before.tier === "CRITICAL";
	const calm = critical ? isBelowCritical(facts, settings) : isBelowCaution(facts, settings);
	const calmBlocks = countOn(facts, before.calmBlocks, calm);
	if (calmBlocks < (critical ? tiers.criticalHoldBlocks : tiers.cautionHoldBlocks)) return {
		tier: before.tier,
		calmBlocks
	};
	return {
		tier: critical ? "CAUTION" : demanded,
		calmBlocks
	};
}
const rank = {
	UNKNOWN: 0,
	NOMINAL: 0,
	CAUTION: 1,
	CRITICAL: 2
};
function countOn(facts, count, more) {
	if (!more) return 0;
	return facts.stepped ? count + 1 : count;
}
function isBelowCritical(facts, settings) {
	if (isStillLasting(facts, settings)) return false;
	const share = settings.tiers.releaseShare;
	const release = 1 - settings.tiers.criticalProbability;
	return (facts.breached ? probabilityBeyond(facts, "critical", share, settings) : 0) <= release && facts.absolute.beyondReleaseCritical <= release;
}
/** Lasting evidence made it CRITICAL, or would: that ends when the drift is rather below the CAUTION limit than beyond it. */
function isStillLasting(facts, settings) {
	if (!facts.breached || facts.nats < settings.evidence.criticalNats) return false;
	return probabilityBeyond(facts, "caution", 1, settings) > .5;
}
function isBelowCaution(facts, settings) {
	const share = settings.tiers.releaseShare;
	const release = 1 - settings.tiers.cautionProbability;
	if (facts.confidenceAlarm || facts.absolute.beyondReleaseCaution > release) return false;
	if (!facts.breached) return true;
	if (probabilityBeyond(facts, "caution", share, settings) > release) return false;
	return facts.ended || probabilityBeyond(facts, "caution", share * harmlessShare, settings) <= release;
}

/**
* A CUSUM a channel against "the noise has doubled", which learns its reference as it goes: whatever came before its last
* zero is the reference, and the zero dates the growth. It holds still while a breach is open, whose fault may scatter
* too, and starts again with a new baseline.
*/
function followNoise(state, advance, { seq, timestampUs }, settings) {
	if (advance.scored.size === 0 && advance.calibrated.size === 0) return state.noise;
	const noise = state.noise.slice();
	for (const sensor of limitedSensors) {
		const first = firstChannel[sensor];
		const calibrated = advance.calibrated.get(sensor);
		if (calibrated !== void 0 || advance.withdrawn.has(sensor)) {
			state.tracks[sensor].centre.forEach((_, axis) => {
				noise[first + axis] = calibrated === void 0 ? noChannelNoise : startNoise(calibrated, axis);
			});
			continue;
		}
		const block = advance.scored.get(sensor);
		if (block === void 0 || state.breach !== null) continue;
		const track = state.tracks[sensor];
		for (let axis = 0; axis < block.placed.length; axis += 1) {
			const away = besideRecent(track, axis, block.placed[axis]);
			const one = {
				square: away * away,
				weight: block.weight,
				learns: !state.frozen,
				seq,
				timestampUs
			};
			noise[first + axis] = followChannel(noise[first + axis], one, settings.noise);
		}
	}
	return noise;
}
function startNoise({ track, reference }, axis) {
	const { location, scale } = track.calibration;
	return startChannel(reference.map(({ placed }) => (placed[axis] - location[axis]) / scale[axis]), reference.map(({ weight }) => weight));
}
/** The sensors whose noise has grown, each since its first channel's did. */
function noiseGrowths(noise) {
	if (!noise.some(({ grown }) => grown)) return [];
	return limitedSensors.flatMap((sensor) => {
		const width = sensor === "camera" ? 3 : 1;
		return noise.slice(firstChannel[sensor], firstChannel[sensor] + width).filter((channel) => channel.grown).toSorted((one, other) => one.sinceSeq - other.sinceSeq).slice(0, 1).map(({ sinceSeq, sinceUs }) => ({
			sensor,
			sinceSeq,
			sinceUs
		}));
	});
}
/** Written over by every question. */
const newest = new Float64Array(5);
/** A block's value in sigma beside those of the sensor's newest blocks. */
function besideRecent({ calibration, recent }, axis, value) {
	const { location, scale } = calibration;
	const inSigma = (placed) => (placed - location[axis]) / scale[axis];
	if (recent.length < 5) return inSigma(value);
	for (let at = 0; at < 5; at += 1) newest[at] = inSigma(recent[recent.length - 5 + at].placed[axis]);
	return besideMedian(newest, inSigma(value));
}

/** The reference of the per-frame test after one more frame, and after any baseline this frame completed. */
function learnFrame(state, advance, scores) {
	let { moments } = state;
	if (referenceMoves(state, "camera") && scores.some((score) => score !== null)) moments = addFrame(moments, scores, slowestWeight(state, scores));
	if (!advance.stepped) return moments;
	for (const sensor of limitedSensors) {
		if (advance.withdrawn.has(sensor)) moments = clearMoments(moments, firstChannel[sensor], trackWidths[sensor]);
		const baseline = advance.calibrated.get(sensor);
		if (baseline !== void 0) moments = startMoments(moments, sensor, baseline.track, baseline.reference);
	}
	return moments;
}
/** Frames of one block resemble each other: together they count as one. */
function slowestWeight(state, scores) {
	let least = 1;
	for (const sensor of limitedSensors) {
		if (scores[firstChannel[sensor]] === null) continue;
		least = Math.min(least, frameWeight(state.tracks[sensor]));
	}
	return least;
}
function startMoments(moments, sensor, track, reference) {
	const first = firstChannel[sensor];
	const ratio = track.calibration.frameRatio;
	let started = clearMoments(moments, first, trackWidths[sensor]);
	for (const block of reference) {
		const frame = channels.map(() => null);
		block.standardised.forEach((u, axis) => frame[first + axis] = u / ratio[axis]);
		started = addFrame(started, frame, 1);
	}
	return restoreFrameVariance(started, first, ratio, reference.length);
}
/** Block means vary less than frames: what averaging took out is put back, as independent noise. */
function restoreFrameVariance(moments, firstChannel, ratio, blocks) {
	const second = moments.second.slice();
	const channelCount = moments.first.length / 2;
	ratio.forEach((frameOverBlock, axis) => {
		const channel = firstChannel + axis;
		const pair = 3 * (channel * channelCount - channel * (channel - 1) / 2);
		second[pair + 1] += blocks * (1 - 1 / (frameOverBlock * frameOverBlock));
	});
	return {
		first: moments.first,
		second
	};
}

/**
* Whether a drift that is within its zone has gone for good: W no longer speaks of any, or the blocks since the breach
* have changed among themselves, by the same statistic and limit as the breach itself, at a start from which on they do not
* speak against the reference. The breach's own change may lie among them: it is known to a quarter of its age only.
*/
function hasEnded(breach, test, settings) {
	if (test.nats === null || test.nats <= silentNats) return true;
	const since = sumsSince(test.sums, breach);
	const model = eitherWay(test.model, settings);
	const { cautionNats } = settings.evidence;
	if (!(weighEvidence(since, model).nats >= cautionNats)) return false;
	const needed = exp(cautionNats);
	return since.buckets.some((_, row) => compareWindow(since, model, row).term >= needed && !speaksAgainstReference({
		...test,
		sums: since
	}, test.sums.past, row));
}
/**
* The model of a way back: down where only a rise is a fault, and with the least zone, because a zone says what is no drift
* from the reference, and the way back to it may be shorter.
*/
function eitherWay(model, { evidence }) {
	const zones = Array.from(model.zones, (zone, channel) => Math.min(zone, evidence.indifferenceSigma * Math.sqrt(model.priorVariances[channel])));
	return {
		...model,
		referenceFrozen: false,
		directions: zeros(zones.length),
		zones
	};
}
/** W of not even one block in favour of a change. */
const silentNats = 0;
/**
* A further change of a drift that had come to rest, harmless: news, and a breach of its own. Null when there is none, or
* when it leads back into the zone.
*/
function furtherChange(breach, test, settings) {
	const { cautionNats } = settings.evidence;
	if (breach.restedBlocks < settings.tiers.cautionHoldBlocks) return null;
	if (!(test.nats !== null && test.nats >= cautionNats)) return null;
	const sums = sumsSince(test.sums, breach);
	const model = {
		...test.model,
		referenceFrozen: false
	};
	const found = weighEvidence(sums, model);
	const gathered = {
		sums,
		model,
		found
	};
	if (!holdsWithoutAnyBlock(gathered, found, cautionNats)) return null;
	return speaksAgainstReference({
		...test,
		sums
	}, test.sums.past, found.changeRow) ? gathered : null;
}
/**
* Which sensors take part in a breach whose own are settled: those, and whatever other has moved since, by evidence that
* would have opened a breach of it alone. A small drift of one sensor must not hide a large one of another. One that had
* come to rest is left to `furtherChange`.
*/
function withLaterSensors(breach, { sums, model }, { evidence, tiers }) {
	if (breach.restedBlocks >= tiers.cautionHoldBlocks) return breach.posterior;
	return breach.posterior.map((share, sensor) => {
		if (share >= .5) return share;
		const own = onlySensor(sums, model, sensor);
		const found = weighEvidence(own, model);
		return holdsWithoutAnyBlock({
			sums: own,
			model,
			found
		}, found, evidence.cautionNats) ? found.posterior[sensor] : share;
	});
}
function onlySensor(sums, model, sensor) {
	return model.sensors.reduce((left, [first, end], other) => other === sensor ? left : clearChannels(left, first, end - first), sums);
}
/** Whether the blocks from a row on are likelier to have moved from the frozen reference than not. */
function speaksAgainstReference({ sums, model }, past, row) {
	return compareWindow({
		...sums,
		past
	}, {
		...model,
		referenceFrozen: true
	}, row).term > 0;
}
/** The blocks since a breach began, and nothing else: they are their own reference. */
function sumsSince({ channels, past, buckets }, { changeBlockSeq }) {
	return {
		channels,
		past: zeros(past.length),
		buckets: buckets.filter(({ seq }) => seq >= changeBlockSeq)
	};
}

/**
* Radar bias and lidar error are errors by definition, so their means since the last calibration are held against
* zero; the camera's against registered reference extrinsics. A baseline cannot absorb a fault that was there before.
*/
function checkAgainstZero(tracks, reference, settings) {
	const { tiers } = settings;
	let standing = within$1;
	for (const sensor of limitedSensors) {
		if (sensor === "camera" && reference === null) continue;
		const offset = meanOffset({
			sensor,
			track: tracks[sensor],
			reference,
			settings
		});
		if (offset === null) continue;
		const { caution, critical } = limitsOf(sensor, settings);
		const isBeyond = (limit) => isSurelyBeyond(sensor, offset, limit, tiers.absoluteErrorRate);
		const level = isBeyond(critical) ? "critical" : isBeyond(caution) ? "caution" : "within";
		standing = worse(standing, sensor, {
			level,
			severity: level === "within" ? 0 : Math.abs(offset.amount) / critical,
			beyondReleaseCaution: exceedance(sensor, offset, tiers.releaseShare * caution),
			beyondReleaseCritical: exceedance(sensor, offset, tiers.releaseShare * critical)
		});
	}
	return standing;
}
const within$1 = {
	level: "within",
	beyond: [],
	severity: 0,
	beyondReleaseCaution: 0,
	beyondReleaseCritical: 0
};
function worse(standing, sensor, next) {
	const rank = {
		within: 0,
		caution: 1,
		critical: 2
	};
	return {
		level: rank[next.level] > rank[standing.level] ? next.level : standing.level,
		beyond: next.level === "within" ? standing.beyond : [...standing.beyond, sensor],
		severity: Math.max(standing.severity, next.severity),
		beyondReleaseCaution: Math.max(standing.beyondReleaseCaution, next.beyondReleaseCaution),
		beyondReleaseCritical: Math.max(standing.beyondReleaseCritical, next.beyondReleaseCritical)
	};
}
/**
* Whether the mean is beyond a limit, at an error rate that holds for the whole life of a vehicle within it, however
* often the question is asked: Robbins' normal mixture boundary (1970, "Statistical methods related to the law of the
* iterated logarithm"), P(exists  n: |S_n| >= sigma*sqrt ((n + rho)*ln((n + rho)/(rho*alpha^2)))) <= alpha. The mean over its estimated standard
* deviation is turned into a normal score first, because few blocks know little of their own noise.
*/
function isSurelyBeyond(sensor, { amount, sd, worth, degrees }, limit, errorRate) {
	const beyond = (sensor === "radar" ? Math.abs(amount) : amount) - limit;
	if (!(beyond > 0)) return false;
	const score = softClip(beyond / sd, degrees);
	const growth = (worth + mixtureWeight) / mixtureWeight;
	const boundary = (1 + mixtureWeight / worth) * (ln(growth) - 2 * ln(errorRate));
	return score * score >= boundary;
}
/** rho: nearly as tight after one block as it ever gets. */
const mixtureWeight = .5;
/** Null before the third block. */
function meanOffset(standing) {
	const { sensor, track, settings } = standing;
	const mean = track.calibration === null ? learningMean(standing) : runningMean(standing);
	if (mean === null || mean.blocks < settings.tiers.minimumBlocks) return null;
	switch (sensor) {
		case "camera": {
			const turned = multiply(mean.pose, expDeg(mean.values));
			const shifts = logDeg(between(standing.reference, turned));
			return {
				...inLimitUnits("camera", [
					0,
					0,
					0
				], {
					shifts,
					sds: mean.sds
				}),
				...mean.basis
			};
		}
		case "radar": return {
			...inLimitUnits("radar", [0], {
				shifts: mean.values,
				sds: mean.sds
			}),
			...mean.basis
		};
		case "lidar": {
			const error = exp(mean.values[0]);
			const sd = error * mean.sds[0];
			const amount = error - settings.lidar.offsetM;
			return {
				amount,
				sd,
				parts: [amount],
				partSds: [sd],
				...mean.basis
			};
		}
	}
}
function learningMean({ sensor, track, settings }) {
	if (track.learnt.length === 0) return null;
	const width = trackWidths[sensor];
	const blocks = track.learnt;
	const { prior, degrees } = believedNoise({
		name: sensor,
		track,
		settings
	});
	const inflation = correlationInflation(settings.prior.unknownCorrelation);
	const values = [];
	const sds = [];
	for (let axis = 0; axis < width; axis += 1) {
		const column = blocks.map((block) => block.values[axis]);
		const spread = robustSpread(column, median(column));
		const variance = (degrees * prior[axis] * prior[axis] + column.length * spread * spread) / (degrees + column.length);
		values.push(huberMean(column, Math.sqrt(variance)));
		sds.push(Math.sqrt(variance * inflation / column.length));
	}
	const basis = {
		worth: blocks.length / inflation,
		degrees: degrees + medianEfficiency * (blocks.length - 1)
	};
	return {
		values,
		sds,
		blocks: blocks.length,
		basis,
		pose: track.anchor
	};
}
/** Blocks a median absolute deviation makes of one: its efficiency under normal noise. */
const medianEfficiency = .37;
/** Reference mean and newest blocks together. */
function runningMean({ track, settings }) {
	const calibration = track.calibration;
	const counted = recentCount(track, 0);
	const recent = counted < 3 ? 0 : counted;
	const weight = track.centreWeight + recent;
	const values = [];
	const sds = [];
	let inflation = 1;
	for (let axis = 0; axis < track.centre.length; axis += 1) {
		const centre = track.centre[axis];
		const now = recent === 0 ? centre : recentMean(track, axis, 0);
		values.push(recent === 0 ? centre : (track.centreWeight * centre + recent * now) / weight);
		const inflated = correlationInflation(calibration.correlation[axis]);
		sds.push(calibration.scale[axis] * Math.sqrt(inflated / Math.max(1, weight)));
		inflation = Math.max(inflation, inflated);
	}
	return {
		values,
		sds,
		blocks: weight,
		basis: {
			worth: Math.max(1, weight) / inflation,
			degrees: settings.prior.degrees + medianEfficiency * (calibration.blocks - 1)
		},
		pose: calibration.pose
	};
}

/** Frames inside a block leave everything a standing rests on as it was: then it is the one before. */
function standingOf(state, settings) {
	const grounds = groundsOf(state, settings);
	if (grounds.some((ground, at) => ground !== latest.grounds[at])) latest = {
		grounds,
		standing: computeStanding(state, settings)
	};
	return latest.standing;
}
let latest = {
	grounds: [],
	standing: null
};
/** All that a standing is computed from, as values that are replaced whenever they change. */
function groundsOf(state, settings) {
	const { camera, radar, lidar } = state.tracks;
	return [
		settings,
		state.breach?.changeBlockSeq,
		referenceInForce(state),
		camera.calibration,
		camera.recent,
		camera.learnt,
		camera.centre,
		radar.calibration,
		radar.recent,
		radar.learnt,
		radar.centre,
		lidar.calibration,
		lidar.recent,
		lidar.learnt,
		lidar.centre
	];
}
function referenceInForce({ reference, newestUs }) {
	return reference !== null && newestUs !== null && newestUs >= reference.validFromUs ? reference.rotation : null;
}
function computeStanding(state, settings) {
	const since = state.breach?.changeBlockSeq ?? null;
	const drifts = {
		camera: estimateDrift("camera", state.tracks.camera, since),
		radar: estimateDrift("radar", state.tracks.radar, since),
		lidar: estimateDrift("lidar", state.tracks.lidar, since)
	};
	const absolute = checkAgainstZero(state.tracks, referenceInForce(state), settings);
	let worst = absolute.severity;
	for (const sensor of limitedSensors) {
		const drift = drifts[sensor];
		if (drift !== null) worst = Math.max(worst, severity(sensor, drift, settings));
	}
	return {
		drifts,
		absolute,
		healthScore: 100 * exp(-worst * (ln2High + ln2Low))
	};
}

/** Straight lines between the knots; beyond the first and the last knot their value. `raw` rises, `observed` never falls. */
function calibratedConfidence(stated, { raw, observed }) {
	if (stated <= raw[0]) return observed[0];
	for (let at = 1; at < raw.length; at += 1) {
		if (stated > raw[at]) continue;
		const share = (stated - raw[at - 1]) / (raw[at] - raw[at - 1]);
		return observed[at - 1] + share * (observed[at] - observed[at - 1]);
	}
	return observed[raw.length - 1];
}

/**
* Step or ramp: y = c before t_0 and c + a since then, or c + b*(t - t_0) since then, t_0 among the observations. Both have
* three parameters, so the Bayesian information criterion (Schwarz 1978) prefers the smaller weighted sum of squares. A
* ramp most of which lies in a pause could not be told from a step, and is not tried. The
* slope comes from the free line through the observations since t_0, which is what a broken line with unknown t_0 leaves of
* them. Variances are raised to what the line leaves unexplained. Null with fewer than five observations, or when fewer
* than three are left since the drift began.
*/
function fitTrend(observations) {
	if (observations.length < 5) return null;
	const all = new WeightedSums();
	for (const observation of observations) all.add(observation);
	const since = new WeightedSums();
	let best = {
		squares: Infinity,
		level: 0,
		shape: "step",
		from: 1,
		mostlyPause: false
	};
	let longestPause = 0;
	for (let from = observations.length - 1; from >= 1; from -= 1) {
		since.add(observations[from]);
		const { timeDays, afterPause } = observations[from];
		const start = observations[from - 1].timeDays;
		if (afterPause) longestPause = Math.max(longestPause, timeDays - start);
		const mostlyPause = longestPause > .5 * (observations.at(-1).timeDays - start);
		const step = all.besideRegressor(since.weights, since.weights, since.values);
		if (step.squares < best.squares) best = {
			...step,
			shape: "step",
			from,
			mostlyPause
		};
		if (mostlyPause) continue;
		const ramp = all.besideRegressor(since.times - start * since.weights, since.timeSquares - 2 * start * since.times + start * start * since.weights, since.products - start * since.values);
		if (ramp.squares < best.squares) best = {
			...ramp,
			shape: "ramp",
			from,
			mostlyPause
		};
	}
	const { shape, level, from, mostlyPause } = best;
	const line = fitLine(observations.slice(from));
	const beganDays = observations[shape === "ramp" ? from - 1 : from].timeDays;
	if (line === null) return null;
	return {
		shape,
		beganDays,
		level,
		spanDays: observations.at(-1).timeDays - beganDays,
		blocks: observations.slice(from).reduce((sum, { blocks }) => sum + blocks, 0),
		mostlyPause,
		...line
	};
}
/** Sums over observations, each weighted with the inverse of its variance. */
var WeightedSums = class {
	weights = 0;
	times = 0;
	timeSquares = 0;
	values = 0;
	valueSquares = 0;
	products = 0;
	add({ timeDays, value, variance }) {
		const weight = 1 / variance;
		this.weights += weight;
		this.times += weight * timeDays;
		this.timeSquares += weight * timeDays * timeDays;
		this.values += weight * value;
		this.valueSquares += weight * value * value;
		this.products += weight * timeDays * value;
	}
	/** Least weighted sum of squares beside c + a*x, and that c; given Sum wx, Sum wx^2 and Sum wxy. */
	besideRegressor(sumX, sumXX, sumXY) {
		const meanX = sumX / this.weights;
		const meanY = this.values / this.weights;
		const spread = sumXX - meanX * sumX;
		const product = sumXY - meanX * this.values;
		const size = spread > 0 ? product / spread : 0;
		const squares = this.valueSquares - meanY * this.values;
		return {
			squares: Math.max(0, squares - size * product),
			level: meanY - size * meanX
		};
	}
};
/** Weighted least squares. Null when three observations are not to be had at two different times. */
function fitLine(observations) {
	if (observations.length < 3) return null;
	let [weights, times, values] = [
		0,
		0,
		0
	];
	for (const { timeDays, value, variance } of observations) {
		weights += 1 / variance;
		times += timeDays / variance;
		values += value / variance;
	}
	const [meanDays, meanValue] = [times / weights, values / weights];
	let [spread, products] = [0, 0];
	for (const { timeDays, value, variance } of observations) {
		const away = timeDays - meanDays;
		spread += away * away / variance;
		products += away * (value - meanValue) / variance;
	}
	if (!(spread > 0)) return null;
	const slope = products / spread;
	let left = 0;
	for (const { timeDays, value, variance } of observations) {
		const beside = value - meanValue - slope * (timeDays - meanDays);
		left += beside * beside / variance;
	}
	const dispersion = Math.max(1, left / (observations.length - 2));
	return {
		meanDays,
		meanValue,
		meanVariance: dispersion / weights,
		slope,
		slopeVariance: dispersion / spread
	};
}

/**
* When the line of a ramp is a limit away from the level it began at, with Fieller's 80 % interval (Fieller 1954, "Some problems in interval
* estimation"): r = (level + limit - ybar)/b days after the mean time, whose bounds solve
* (b^2 - q^2*V_b)*r^2 - 2*d*b*r + d^2 - q^2*V_ybar = 0 with d = level + limit - ybar. From a slope of three standard errors on, that
* equation has two real solutions. Days count from day 0 of the trend's clock; none is below 0 or above a year.
*/
function timeToLimit(trend, limit) {
	const { shape, level, slope, slopeVariance, meanDays, meanValue, meanVariance } = trend;
	const isSure = slope * slope > surely * surely * slopeVariance;
	if (shape !== "ramp" || !isSure || slope * limit <= 0) return { kind: "no_trend" };
	const distance = level + limit - meanValue;
	const a = slope * slope - eighty * eighty * slopeVariance;
	const half = distance * slope;
	const c = distance * distance - eighty * eighty * meanVariance;
	const root = Math.sqrt(Math.max(0, half * half - a * c));
	return {
		kind: "known",
		days: within(meanDays + distance / slope),
		lowDays: within(meanDays + (half - root) / a),
		highDays: within(meanDays + (half + root) / a)
	};
}
/** Standard errors a slope needs to be called one. */
const surely = 3;
/** 90 % quantile of the normal distribution: four fifths lie within it on both sides. */
const eighty = 1.2815515655446004;
const mostDays = 365;
function within(days) {
	return Math.max(0, Math.min(mostDays, days));
}

/** Since when a drift has lasted, and where it is going. Null without a breach: a healthy vehicle costs nothing here. */
function describeCourse({ breach, tracks, newestUs }, drifts, settings) {
	if (breach === null) return null;
	const sensor = leadingSensor(breach, drifts, settings);
	const about = {
		sensor,
		track: tracks[sensor],
		drift: drifts[sensor],
		newestUs: newestUs ?? 0
	};
	return {
		likely: breach.course.likely,
		widely: breach.course.widely,
		trend: trendOf(breach, about, settings)
	};
}
/** Of the sensors that take part, the one nearest to its critical limit. */
function leadingSensor({ posterior }, drifts, settings) {
	const nearness = (sensor, at) => {
		const drift = drifts[sensor];
		return drift === null ? 0 : posterior[at] * Math.abs(drift.amount) / limitsOf(sensor, settings).critical;
	};
	let leading = {
		sensor: "camera",
		near: -1
	};
	limitedSensors.forEach((sensor, at) => {
		const near = nearness(sensor, at);
		if (near > leading.near) leading = {
			sensor,
			near
		};
	});
	return leading.sensor;
}
function trendOf(breach, about, settings) {
	const { sensor, track, drift, newestUs } = about;
	if (track.calibration === null || drift === null) return null;
	const trend = fitTrend(observe(breach.course.rows[sensor], about, drift));
	if (trend === null) return null;
	const { critical } = limitsOf(sensor, settings);
	const limit = sensor === "radar" && drift.amount < 0 ? -critical : critical;
	const isBeyond = sensor === "radar" ? Math.abs(drift.amount) >= critical : drift.amount >= critical;
	const unseen = unseenReason(trend);
	const shared = {
		sensor,
		shape: trend.shape,
		beganUs: newestUs + Math.floor(trend.beganDays * dayUs + .5),
		ratePerDay: unseen === null ? trend.slope : null,
		ratePerDaySd: unseen === null ? Math.sqrt(trend.slopeVariance) : null
	};
	const undated = (why) => {
		return {
			...shared,
			daysToCritical: null,
			daysInterval: null,
			undated: why
		};
	};
	if (isBeyond) return {
		...shared,
		daysToCritical: 0,
		daysInterval: null,
		undated: "already_beyond"
	};
	if (unseen !== null) return undated(unseen);
	const reached = timeToLimit(trend, limit);
	if (reached.kind === "no_trend") return undated("no_trend");
	if (reached.days > mostExtrapolation * trend.spanDays) return undated("span_too_short");
	const daysInterval = [reached.lowDays, reached.highDays];
	return {
		...shared,
		daysToCritical: reached.days,
		daysInterval,
		undated: null
	};
}
const dayUs = 864e8;
/**
* Why no rate a day can be told of a trend, and no date; null where it can. A slope has to be seen for a part of the day
* it is stated for, and in blocks enough for its error to be known; and what happened in a pause nobody saw.
*/
function unseenReason({ spanDays, blocks, mostlyPause }) {
	if (mostlyPause) return "gap_in_data";
	return spanDays < leastSpanDays || blocks < leastBlocks ? "span_too_short" : null;
}
/** An hour: a rate a day is drawn on at most 24 times as far as it was seen ... */
const leastSpanDays = 1 / 24;
/** ... and its error rests on at least eight degrees of freedom. */
const leastBlocks = 10;
/** A date ahead is at most so many times as far away as the drift has been seen to last. */
const mostExtrapolation = 10;
/** So many times as long as their blocks take is a pause between two rows. */
const longPause = 8;
/** The rows as a drift in degrees or metres over days before now; a camera's along the direction it is off today. */
function observe(rows, { sensor, track, newestUs }, drift) {
	const length = courseRowLength(sensor);
	const observations = [];
	const { weights, variance, valueOf } = rowMeasure(sensor, track, drift);
	for (let at = 0; at < rows.length; at += length) {
		const [timeUs, blocks] = [rows[at + 0], rows[at + 1]];
		const [earlierUs, earlierBlocks] = at === 0 ? [timeUs, blocks] : [rows[at - length + 0], rows[at - length + 1]];
		const usualUs = .5 * (earlierBlocks + blocks) * track.calibration.periodUs;
		let along = 0;
		for (let axis = 0; axis < weights.length; axis += 1) along += weights[axis] * rows[at + 2 + axis];
		observations.push({
			timeDays: (timeUs - newestUs) / dayUs,
			value: valueOf(along),
			variance: variance / blocks,
			blocks,
			afterPause: timeUs - earlierUs > longPause * usualUs
		});
	}
	return observations;
}
function rowMeasure(sensor, { calibration, centre }, drift) {
	const { scale, correlation } = calibration;
	const varianceOf = (axis) => scale[axis] * scale[axis] * correlationInflation(correlation[axis]);
	switch (sensor) {
		case "camera": {
			const weights = unitVector(drift.parts);
			let variance = 0;
			weights.forEach((weight, axis) => {
				variance += weight * weight * varianceOf(axis);
			});
			return {
				weights,
				variance,
				valueOf: (along) => along
			};
		}
		case "radar": return {
			weights: [1],
			variance: varianceOf(0),
			valueOf: (along) => along
		};
		case "lidar": {
			const before = exp(centre[0]);
			const halfway = before + .5 * Math.max(0, drift.amount);
			return {
				weights: [1],
				variance: halfway * halfway * varianceOf(0),
				valueOf: (along) => exp(centre[0] + along) - before
			};
		}
	}
}
function unitVector(parts) {
	let square = 0;
	for (const part of parts) square += part * part;
	const size = Math.sqrt(square);
	return size === 0 ? [
		1,
		0,
		0
	] : parts.map((part) => part / size);
}

/** Probability that the stated tier is right: that there is a change (or none), and that it is as large as the tier says. */
function judgeConfidence({ tier, reason }, facts, settings) {
	const changed = probabilityOfChange(facts, settings);
	const beyondCritical = probabilityBeyond(facts, "critical", 1, settings);
	switch (tier) {
		case "UNKNOWN": return .5;
		case "NOMINAL": {
			const everySensor = {
				...facts,
				posterior: [
					1,
					1,
					1
				]
			};
			return (1 - changed) * (1 - probabilityBeyond(everySensor, "caution", 1, settings));
		}
		case "CAUTION": return Math.max(changed * (1 - beyondCritical), facts.absolute.level === "within" ? 0 : absoluteCertainty);
		case "CRITICAL": return Math.max(changed * (reason === "sustained_evidence" ? probabilityBeyond(facts, "caution", 1, settings) : beyondCritical), facts.absolute.level === "critical" ? absoluteCertainty : 0);
	}
}
/** The absolute check speaks only from this probability on. */
const absoluteCertainty = .9;
/**
* Before a breach, e^W is the ratio of the likelihoods with and without a change, by construction. Once W has crossed its
* limit, what counts is how rarely it does so without one: the mean time to a false alarm at this evidence, as measured.
*/
function probabilityOfChange({ breached, nats }, settings) {
	const { at, lnRunLengthAt, slope } = settings.evidence.inControlLaw;
	const lnRatio = breached ? lnRunLengthAt + slope * (nats - at) : nats;
	const odds = settings.prior.changeRate * exp(Math.min(600, lnRatio));
	return odds / (1 + odds);
}

/** Which sensor is at fault: those that more likely than not take part in the breach, or stand beyond an absolute limit. */
function nameFaultSource(state, absolute) {
	const { tier } = state.tier;
	if (tier === "NOMINAL" || tier === "UNKNOWN") return "none";
	const suspects = new Set(absolute.beyond);
	if (state.breach !== null) {
		const { posterior } = state.breach;
		const most = limitedSensors.toSorted((a, b) => shareOf(posterior, b) - shareOf(posterior, a))[0];
		suspects.add(most);
		for (const sensor of limitedSensors) if (shareOf(posterior, sensor) >= .5) suspects.add(sensor);
	}
	if (suspects.size === 0 && state.confidenceAlarm !== null) return "lidar";
	if (suspects.size === 0) return "none";
	return suspects.size > 1 ? "multi_modal" : [...suspects][0];
}
/**
* All sensors have moved in one breach while the lidar matches worse than it used to: a knock, a load or a sagging body has
* tilted the vehicle, rather than three mounts having failed at once.
*/
function isCommonMode({ breach, confidenceAlarm, finding }) {
	if (breach === null || confidenceAlarm === null && finding.confidenceChangeSeq === null) return false;
	return limitedSensors.every((sensor) => shareOf(breach.posterior, sensor) >= .5);
}
function shareOf(posterior, sensor) {
	return posterior[limitedSensors.indexOf(sensor)];
}

/** What to do with the vehicle next. */
function recommendAction(state, settings) {
	const { tier, reason } = state.tier;
	if (tier === "CRITICAL") return "calibration_required";
	if (tier === "CAUTION" && reason === "lidar_confidence_low") return "inspect_sensor";
	if (tier === "CAUTION") return reason === "cusum_breach" ? "monitor" : "schedule_calibration";
	if (reason === "noise_inflation" || needsInspection(state, settings)) return "inspect_sensor";
	return reason === "significant_below_limit" ? "monitor" : "none";
}
/**
* A learnt sensor that has all but fallen silent: its absence is no good news. It is present in less than a fifth of the
* frames that usually carry it, over the last fifty; and in so few that a sensor that comes in a share p of the frames,
* by chance, would get there with a probability of e^-16: a presence of s has e^(-50p*(ln(p/s) - 0.42)) (Chernoff, of
* Poisson arrivals under exponential weights). Two standard errors are allowed for p, which its baseline has taught.
*/
function isUnmonitored({ calibration, presence, usualPresence }) {
	if (calibration === null || !(presence < silentShare * usualPresence)) return false;
	const least = usualPresence * (1 - 2 / Math.sqrt(Math.max(5, calibration.blocks)));
	return presence < least * exp(-.42 - lnRarest / (50 * least));
}
const silentShare = .2;
const lnRarest = 16;
function needsInspection(state, settings) {
	return limitedSensors.some((sensor) => isUnmonitored(state.tracks[sensor]) || isStuck(state.repeats, sensor)) || state.breach === null && state.outliers.many || hasLowLidarConfidence(state.tracks.confidence, settings);
}
function hasLowLidarConfidence(track, settings) {
	const { driftBlocks, minimumBlocks } = settings.tiers;
	const values = track.calibration === null ? track.learnt.slice(-driftBlocks).map((block) => block.values[0]) : recentValues(track, 0, 0);
	if (values.length < minimumBlocks) return false;
	const limit = logit(settings.lidar.lowConfidence);
	let below = 0;
	for (const value of values) if (value < limit) below += 1;
	return 2 * below >= values.length && median(values) < limit;
}

function writeScore(frame, settings) {
	const { before, after, test, standing } = frame;
	const { drifts } = standing;
	const warnings = warningsOf(frame, settings);
	const isLearning = baselineStanding(after, settings).state === "learning";
	return {
		seq: after.entries,
		tierBefore: before.tier.tier,
		tier: after.tier.tier,
		reason: after.tier.reason,
		residualScore: test === null ? residualSize(frame) : Math.sqrt(test.t2 / test.degrees),
		mahalDistance: test === null ? null : Math.sqrt(test.t2),
		mahalPValue: test?.pValue ?? null,
		t2Limit: test?.limit ?? null,
		cusumStatistic: after.finding.nats,
		cautionLimit: settings.evidence.cautionNats,
		criticalLimit: settings.evidence.criticalNats,
		cusumTriggered: after.breach !== null,
		breachOpened: after.breach !== null && after.breach.openedSeq !== before.breach?.openedSeq,
		confidence: confidenceOf(frame, {
			isLearning,
			warnings
		}, settings),
		probableFaultSource: nameFaultSource(after, standing.absolute),
		sourcePosterior: posteriorOf(after),
		recommendedAction: recommendAction(after, settings),
		late: frame.late,
		outlier: test !== null && test.pValue < settings.frame.outlierRate,
		baseline: baselineStanding(after, settings),
		channels: channelScores(frame, settings),
		cameraDriftDeg: drifts.camera?.amount ?? 0,
		radarDriftMm: 1e3 * (drifts.radar?.amount ?? 0),
		healthScore: standing.healthScore,
		changePointSeq: after.breach?.changePointSeq ?? null,
		course: describeCourse(after, drifts, settings),
		warnings,
		window: after.finding.window,
		noise: noiseGrowths(after.noise)
	};
}
/** Root mean square of the standardised residuals: what stands in for sqrt (T^2/d) before there is a covariance. */
function residualSize({ residuals }) {
	let sum = 0;
	let count = 0;
	for (const residual of residuals) {
		if (residual === null) continue;
		sum += residual.standardised * residual.standardised;
		count += 1;
	}
	return count === 0 ? 0 : Math.sqrt(sum / count);
}
function posteriorOf({ breach, finding }) {
	const posterior = breach?.posterior ?? finding.posterior;
	return [
		posterior[0],
		posterior[1],
		posterior[2]
	];
}
function confidenceOf({ after, standing }, known, settings) {
	const facts = {
		...standing,
		breached: after.breach !== null,
		nats: after.finding.nats ?? 0,
		posterior: posteriorOf(after)
	};
	const stated = calibratedConfidence(judgeConfidence(after.tier, facts, settings), settings.confidenceMap);
	const trusted = known.warnings.includes("rotation_not_orthonormal") ? distrust * stated : stated;
	return known.isLearning ? Math.min(.5, trusted) : trusted;
}
/** A matrix that is not quite a rotation says that its sender rounds, or computes wrongly. */
const distrust = .9;
function channelScores(frame, settings) {
	return channels.flatMap((channel, at) => {
		const residual = frame.residuals[at] ?? null;
		return residual === null ? [] : [channelScore(frame, {
			channel,
			at,
			residual
		}, settings)];
	});
}
function channelScore({ after, test, standing }, of, settings) {
	const sensor = sensorOf(of.at);
	const drift = standing.drifts[sensor];
	const axis = of.at - firstChannel[sensor];
	return {
		channel: of.channel,
		residual: of.residual.residual,
		standardised: of.residual.standardised,
		cusumUpper: after.charts[of.at * 5],
		cusumLower: after.charts[of.at * 5 + 1],
		cusumLimit: settings.chart.h,
		shareOfT2: test?.shares[of.at] ?? 0,
		drift: drift?.parts[axis] ?? 0,
		driftSd: drift?.partSds[axis] ?? 0
	};
}
function sensorOf(channel) {
	return channel < 3 ? "camera" : channel === 3 ? "radar" : "lidar";
}
function warningsOf(frame, settings) {
	const { after, measurement } = frame;
	const { tracks, breach } = after;
	const lidarGiven = measurement.lidar !== null || measurement.lidarConfidence !== null;
	const isBelowFloor = measurement.lidarConfidence !== null && measurement.lidarConfidence < settings.lidar.confidenceFloor;
	const conditions = {
		rotation_not_orthonormal: measurement.orthonormalityError > .001,
		rotation_coarsely_rounded: measurement.coarselyRounded,
		lidar_confidence_absent: lidarGiven && measurement.lidarConfidence === null,
		lidar_confidence_below_floor: isBelowFloor,
		correlated_channels: largestCrossCorrelation(after.moments, 50) > .3,
		source_provisional: breach !== null && breach.blocks < settings.tiers.settleBlocks,
		calibration_did_not_restore: limitedSensors.some((sensor) => tracks[sensor].notRestored),
		stream_too_short_for_blocks: limitedSensors.some((sensor) => {
			const { calibration, frames } = tracks[sensor];
			return calibration === null && frames >= settings.baseline.provisionalBlocks;
		}),
		sensor_unmonitored: limitedSensors.some((sensor) => isUnmonitored(tracks[sensor])),
		sensor_stuck: limitedSensors.some((sensor) => isStuck(after.repeats, sensor)),
		common_mode_suspected: isCommonMode(after)
	};
	return scoreWarnings.filter((warning) => conditions[warning]);
}

/**
* One frame: first tested alone against the baseline as it was, then taken into blocks, baseline and evidence; then
* breach and tier are judged. A frame long behind the newest is scored and changes nothing else.
*/
function foldFrame(before, reading, settings) {
	const counted = {
		...before,
		entries: before.entries + 1
	};
	const late = before.newestUs !== null && reading.timestampUs < before.newestUs - settings.frame.lateUs;
	const measured = measure(reading, counted.entries, settings);
	const repeats = late ? before.repeats : followRepeats(before.repeats, measured);
	const measurement = withoutStuckSensors(measured, repeats);
	const residuals = frameResiduals(before.tracks, measurement, settings);
	const scores = residuals.map((residual) => residual?.score ?? null);
	const test = testFrame(before.moments, scores, {
		priorDegrees: settings.prior.degrees,
		limitRate: settings.frame.limitRate,
		minimumReference: settings.evidence.minimumReference
	});
	const frame = {
		before,
		measurement,
		residuals,
		test,
		late
	};
	if (late) return {
		state: counted,
		score: writeScore({
			...frame,
			after: counted,
			standing: standingOf(counted, settings)
		}, settings),
		events: []
	};
	const { after, standing } = judge(counted, detect({
		...counted,
		repeats
	}, {
		measurement,
		scores,
		test
	}, settings), measurement, settings);
	return {
		state: after,
		score: writeScore({
			...frame,
			after,
			standing
		}, settings),
		events: eventsBetween(before, after, settings)
	};
}
/** A provisional baseline has to have been doubted, one block before, to be believed. */
function mayOpen({ breach, tracks, finding }) {
	if (breach !== null) return false;
	const isProvisional = limitedSensors.some((sensor) => tracks[sensor].calibration?.established === false);
	return finding.suspected || !isProvisional;
}
/** Blocks, baselines, sums and breach after this frame; the tier is still the old one. */
function detect(state, tested, settings) {
	const { measurement } = tested;
	const advance = advanceTracks(state, measurement, settings);
	const calibration = gatherCalibrationEvidence(state, advance, measurement.seq, settings);
	const confidence = gatherConfidenceEvidence(state, advance, measurement.seq, settings);
	const marks = markTime(state.marks, measurement, state.newestUs);
	const moment = {
		advance,
		measurement,
		marks
	};
	const opened = mayOpen(state) ? openBreach(calibration, moment, settings) : openFurtherBreach(state.breach, calibration, moment, settings);
	const alarmed = advanceConfidenceAlarm(state.confidenceAlarm, confidence, advance, settings);
	return {
		state: {
			...state,
			frames: state.frames + 1,
			newestUs: Math.max(state.newestUs ?? measurement.timestampUs, measurement.timestampUs),
			tracks: advance.tracks,
			evidence: opened?.sums ?? calibration.sums,
			confidenceEvidence: alarmed.sums,
			finding: updateFinding(state, {
				calibration,
				confidence,
				opened: opened !== null
			}, settings),
			breach: opened?.breach ?? followBreach(state.breach, calibration, {
				advance,
				measurement
			}, settings),
			confidenceAlarm: alarmed.alarm,
			moments: learnFrame(state, advance, tested.scores),
			charts: drawCharts(state, advance, settings),
			noise: followNoise(state, advance, measurement, settings),
			outliers: followOutliers(state, tested.test, settings),
			marks
		},
		stepped: advance.stepped
	};
}
/** The tier, and whether the breach is over. */
function judge(before, { state, stepped }, measurement, settings) {
	const standing = standingOf(state, settings);
	const breach = stepped ? watchForEnd(state, standing, settings) : state.breach;
	const verdict = judgeTier({
		before: before.tier,
		atSeq: measurement.seq,
		atUs: measurement.timestampUs,
		ready: limitedSensors.some((sensor) => state.tracks[sensor].calibration !== null),
		stepped,
		breached: state.breach !== null,
		nats: state.finding.nats ?? 0,
		drifts: standing.drifts,
		posterior: state.breach?.posterior ?? state.finding.posterior,
		ended: (breach?.overBlocks ?? 0) >= settings.tiers.cautionHoldBlocks,
		rested: (state.breach?.restedBlocks ?? 0) >= settings.tiers.cautionHoldBlocks,
		absolute: standing.absolute,
		confidenceAlarm: state.confidenceAlarm !== null,
		noiseInflated: noiseGrowths(state.noise).length > 0
	}, settings);
	return {
		after: settleVerdict({
			...state,
			breach: rest(breach, verdict, stepped, settings)
		}, verdict),
		standing
	};
}
/** Counts the blocks for which an open breach has been over. */
function watchForEnd(state, standing, settings) {
	const { breach, evidence, tracks, finding } = state;
	if (breach === null) return null;
	const test = {
		sums: evidence,
		model: calibrationModel(tracks, true, settings),
		nats: finding.nats
	};
	const isOver = hasReturned(standing, settings) && hasEnded(breach, test, settings);
	return {
		...breach,
		overBlocks: isOver ? breach.overBlocks + 1 : 0
	};
}
/** Counts the blocks for which it has been harmless, until they are enough. */
function rest(breach, { state: { tier } }, stepped, { tiers }) {
	if (breach === null || !stepped || breach.restedBlocks >= tiers.cautionHoldBlocks) return breach;
	return {
		...breach,
		restedBlocks: tier === "NOMINAL" ? breach.restedBlocks + 1 : 0
	};
}
function settleVerdict(state, verdict) {
	if (!verdict.closesBreach) return {
		...state,
		tier: verdict.state
	};
	const tier = {
		...verdict.state,
		reason: "in_control",
		calmBlocks: 0
	};
	const evidence = {
		...state.evidence,
		buckets: []
	};
	const { confidenceNats, confidenceChangeSeq } = state.finding;
	const finding = {
		...noFinding(),
		confidenceNats,
		confidenceChangeSeq
	};
	return {
		...state,
		tier,
		breach: null,
		evidence,
		finding
	};
}
function hasReturned({ drifts }, settings) {
	return limitedSensors.every((sensor) => {
		const drift = drifts[sensor];
		return drift === null || drift.blocks === 0 || isWithinZone(sensor, drift, settings);
	});
}
function updateFinding(before, gathered, settings) {
	const { calibration, confidence, opened } = gathered;
	const { changeNats } = settings.baseline;
	const isBreached = before.breach !== null;
	let { finding } = before;
	if (calibration.found !== null) {
		const { nats, posterior, changeSeq, channel } = calibration.found;
		finding = {
			...finding,
			nats: finiteOrNull(nats),
			posterior,
			changeSeq,
			channel,
			suspected: !isBreached && holdsWithoutAnyBlock(calibration, calibration.found, changeNats),
			window: isBreached || opened || nats >= settings.evidence.cautionNats ? decidingWindow(calibration) : null
		};
	}
	if (confidence.found !== null) finding = {
		...finding,
		confidenceNats: finiteOrNull(confidence.found.nats),
		confidenceChangeSeq: before.confidenceAlarm === null && holdsWithoutAnyBlock(confidence, confidence.found, changeNats) ? confidence.found.changeSeq : null
	};
	return finding;
}
function finiteOrNull(nats) {
	return Number.isFinite(nats) ? nats : null;
}
function openBreach(gathered, moment, settings) {
	if (gathered.found === null) return null;
	const { found } = gathered;
	if (!holdsWithoutAnyBlock(gathered, found, settings.evidence.cautionNats)) return null;
	const { nats: statistic, posterior } = found;
	return {
		breach: describeBreach({
			gathered,
			statistic,
			posterior
		}, moment, settings),
		sums: freezeAtChange(gathered, found)
	};
}
/** A drift that had come to rest within half its CAUTION limit has moved on. Its reference stays the one from before. */
function openFurtherBreach(breach, gathered, moment, settings) {
	if (breach === null || gathered.found === null) return null;
	const { sums: before, model, found } = gathered;
	const further = furtherChange(breach, {
		sums: before,
		model,
		nats: found.nats
	}, settings);
	if (further === null) return null;
	const buckets = before.buckets.filter(({ seq }) => seq >= further.found.changeSeq);
	const sums = {
		...before,
		buckets
	};
	const { posterior } = weighEvidence(sums, {
		...model,
		referenceFrozen: true
	});
	return {
		breach: describeBreach({
			gathered: further,
			statistic: found.nats,
			posterior
		}, moment, settings),
		sums
	};
}
function describeBreach(evidence, { advance, measurement, marks }, settings) {
	const { gathered, statistic, posterior } = evidence;
	const { found } = gathered;
	const { seq, timestampUs } = measurement;
	const channel = channels[found.channel];
	const sensor = found.channel < 3 ? "camera" : channel === "radar" ? "radar" : "lidar";
	return {
		openedSeq: seq,
		openedUs: timestampUs,
		statistic,
		channel,
		side: found.side,
		changePointSeq: Math.max(1, found.changeSeq - framesPerBlock(advance.tracks[sensor]) + 1),
		changeBlockSeq: found.changeSeq,
		blocks: 0,
		posterior,
		overBlocks: 0,
		restedBlocks: 0,
		course: openCourse({
			gathered,
			tracks: advance.tracks,
			marks,
			newest: {
				seq,
				timeUs: timestampUs
			}
		}, settings)
	};
}
/** The drift goes on. Which sensors take part is still learnt for a few blocks after the breach, then only added to. */
function followBreach(breach, gathered, { advance, measurement }, settings) {
	if (breach === null) return breach;
	const course = followCourse(breach.course, advance, measurement.timestampUs);
	if (gathered.found === null) return {
		...breach,
		course
	};
	if (breach.blocks >= settings.tiers.settleBlocks) return {
		...breach,
		course,
		posterior: withLaterSensors(breach, gathered, settings)
	};
	return {
		...breach,
		course,
		blocks: breach.blocks + 1,
		posterior: gathered.found.posterior
	};
}

/**
* The one step by which a vehicle's state moves: the same state, entry and settings give the same bits, here and in
* any other place that keeps to the numeric profile. The state that came in is left as it was.
*/
function fold(state, entry, settings) {
	switch (entry.kind) {
		case "frame": return foldFrame(state, entry.reading, believedSettings(state, settings));
		case "baseline": return foldBaselineCommand(state, entry, believedSettings(state, settings));
		case "reference": {
			const { cameraRotation, validFromUs } = entry;
			const reference = cameraRotation === null ? null : {
				rotation: projectRotation(cameraRotation),
				validFromUs
			};
			return {
				state: {
					...state,
					entries: state.entries + 1,
					reference
				},
				score: null,
				events: []
			};
		}
		case "prior": {
			const { sensors, correlation, atUs } = entry;
			const prior = {
				sensors,
				correlation,
				atUs
			};
			return {
				state: {
					...state,
					entries: state.entries + 1,
					prior
				},
				score: null,
				events: []
			};
		}
	}
}

/**
* Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
* 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
*/
const confidenceKnots = {
	raw: [
		211e-6,
		.02712,
		.075527,
		.142324,
		.251715,
		.35203,
		.450571,
		.551726,
		.650813,
		.753231,
		.826453,
		.876527,
		.922016,
		.957853,
		.975306,
		.985563,
		.992845,
		.996685,
		.998564,
		.999943
	],
	observed: [
		.555391,
		.572193,
		.572193,
		.572193,
		.572193,
		.588235,
		.588235,
		.646667,
		.751799,
		.808451,
		.808451,
		.86413,
		.893341,
		.954766,
		.967755,
		.969403,
		.982934,
		.986833,
		.986833,
		.999171
	]
};

/** Version of the rules of `fold`: another version may judge the same frames differently, and refolds them. */
const scoringVersion = "1.2.0";
/** Name of the arithmetic every decision is computed in (numeric/, docs/scoring-method.md). */
const numericProfile = "binary64-ltr-v1";
const defaultSettings = {
	confidenceMap: confidenceKnots,
	limits: {
		cameraDeg: {
			caution: .2,
			critical: .5
		},
		radarM: {
			caution: .2,
			critical: .5
		},
		lidarM: {
			caution: .1,
			critical: .3
		},
		lidarConfidenceDrop: .2
	},
	evidence: {
		cautionNats: 6.5,
		criticalNats: 9.5,
		participation: .3,
		shiftVariances: [
			.06,
			.6,
			6
		],
		shiftWeights: [
			.25,
			.35,
			.4
		],
		bucketsPerLevel: 4,
		levels: 9,
		confidenceBucketsPerLevel: 4,
		minimumReference: 5,
		varianceFloor: .25,
		clipDegrees: 3,
		widestZone: .7,
		indifferenceSigma: .1,
		indifferenceShare: .25,
		inControlLaw: {
			at: 6.5,
			lnRunLengthAt: 11.6,
			slope: 1.56
		}
	},
	baseline: {
		provisionalBlocks: 20,
		establishedBlocks: 50,
		screenSigma: 6,
		maximumBlockCorrelation: .3,
		correlationAllowance: 2,
		maximumBlockLevel: 12,
		changeNats: 6
	},
	prior: {
		cameraDeg: .06,
		radarM: .06,
		lidarLog: .35,
		confidenceLogit: .6,
		degrees: 4,
		correlation: .1,
		correlationWeight: 70,
		unknownCorrelation: .5,
		changeRate: 1 / 2e4
	},
	floors: {
		cameraDeg: .002,
		coarseCameraDeg: .02,
		radarM: .002,
		lidarLog: .02,
		confidenceLogit: .05
	},
	lidar: {
		offsetM: .01,
		confidenceFloor: .2,
		lowConfidence: .3
	},
	frame: {
		limitRate: .0027,
		outlierRate: 1e-4,
		outliersPerHundred: 5,
		lateUs: 6e8
	},
	noise: {
		dispersion: 3,
		limitNats: 16,
		referenceNats: 5.5
	},
	chart: {
		k: .5,
		h: 11.96,
		clipSigma: 3
	},
	tiers: {
		driftBlocks: 20,
		minimumBlocks: 3,
		criticalProbability: .8,
		cautionProbability: .9,
		harmlessProbability: .95,
		absoluteErrorRate: .05,
		sustainedProbability: .95,
		sustainedBlocks: 20,
		releaseShare: .8,
		criticalHoldBlocks: 20,
		cautionHoldBlocks: 30,
		settleBlocks: 10
	}
};
/** A plain JSON value with snake_case names, complete: what evidence and replays record. */
function settingsToJson(settings) {
	return renameMembers(settings, snakeCase);
}
/**
* The settings that `settingsToJson` wrote. Throws TypeError with the path of the first member that is missing,
* unknown or not a finite number: a recorded verdict must never be recomputed with today's defaults.
*/
function settingsFromJson(json) {
	const named = renameMembers(json, camelCase);
	expectSameShape(named, defaultSettings, "settings");
	return named;
}
function renameMembers(value, rename) {
	if (Array.isArray(value)) return value.map((item) => renameMembers(item, rename));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renameMembers(member, rename)]));
}
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
function expectSameShape(value, like, path) {
	if (typeof like === "number") {
		if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError(`${path}: not a number`);
		return;
	}
	if (Array.isArray(like)) {
		if (!Array.isArray(value) || value.length === 0) throw new TypeError(`${path}: not a list`);
		value.forEach((item, position) => expectSameShape(item, like[0], `${path}[${position}]`));
		return;
	}
	if (typeof value !== "object" || value === null) throw new TypeError(`${path}: not an object`);
	for (const name of Object.keys(value)) if (!Object.hasOwn(like, name)) throw new TypeError(`${path}.${name}: unknown`);
	for (const [name, member] of Object.entries(like)) expectSameShape(value[name], member, `${path}.${name}`);
}

function scoringOutputs(score) {
	return {
		tier_before: score.tierBefore,
		tier: score.tier,
		reason: score.reason,
		residual_score: score.residualScore,
		mahal_distance: score.mahalDistance,
		mahal_p_value: score.mahalPValue,
		t2_limit: score.t2Limit,
		cusum_statistic: score.cusumStatistic,
		caution_limit: score.cautionLimit,
		critical_limit: score.criticalLimit,
		cusum_triggered: score.cusumTriggered,
		breach_opened: score.breachOpened,
		confidence: score.confidence,
		probable_fault_source: score.probableFaultSource,
		source_posterior: [...score.sourcePosterior],
		recommended_action: score.recommendedAction,
		late: score.late,
		outlier: score.outlier,
		baseline: { ...score.baseline },
		channels: score.channels.map((channel) => ({
			channel: channel.channel,
			residual: channel.residual,
			standardised: channel.standardised,
			cusum_upper: channel.cusumUpper,
			cusum_lower: channel.cusumLower,
			cusum_limit: channel.cusumLimit,
			share_of_t2: channel.shareOfT2,
			drift: channel.drift,
			drift_sd: channel.driftSd
		})),
		camera_drift_deg: score.cameraDriftDeg,
		radar_drift_mm: score.radarDriftMm,
		health_score: score.healthScore,
		change_point_seq: score.changePointSeq,
		warnings: [...score.warnings]
	};
}

export { defaultSettings, fold, initialState, numericProfile, scoringOutputs as outputs, packState, settingsFromJson, settingsToJson, unpackState, scoringVersion as version };