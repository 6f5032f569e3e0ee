// Plumbline frozen scorer. It recomputes evidence of its version, bit for bit, and never changes: bundles name its
// SHA-256, and core/scorers/scorers.json says which commit it was built from. Do not edit it; do not format it.
/**
* The same state with tracks, counts and lists of its own, so that a fold may write them over. A standing knows by identity what it
* was computed from: it is told of the copies. Curves are computed anew.
*/
function copyState(state) {
	const copies = /* @__PURE__ */ new Map();
	const evidence = copiedSums(state.evidence, copies);
	const confidenceEvidence = copiedSums(state.confidenceEvidence, copies);
	const { first, second } = state.moments;
	const { camera, radar, lidar, confidence } = state.tracks;
	return {
		...state,
		tracks: {
			camera: copyTrack(camera, copies),
			radar: copyTrack(radar, copies),
			lidar: copyTrack(lidar, copies),
			confidence: copyTrack(confidence, copies)
		},
		repeats: copyRepeats(state.repeats),
		evidence,
		confidenceEvidence,
		moments: {
			first: first.slice(),
			second: second.slice()
		},
		charts: state.charts.slice(),
		noise: state.noise.slice(),
		standing: standingOn(copies, state.standing),
		known: state.known && withoutCurves$1(state.known)
	};
}
/** All else of a track is replaced as a whole. */
function copyTrack(track, copies) {
	const { open, cycle } = track;
	return {
		...track,
		previous: track.previous.slice(),
		centre: track.centre.slice(),
		recent: noted(copies, track.recent, track.recent.copied()),
		open: {
			...open,
			sums: open.sums.slice(),
			squares: open.squares.slice()
		},
		cycle: cycle && {
			...cycle,
			heard: cycle.heard.slice(),
			today: cycle.today.slice()
		}
	};
}
function copyRepeats({ camera, radar, lidar, frame }) {
	const copyOf = (repeats) => ({
		...repeats,
		latest: repeats.latest.slice()
	});
	return {
		camera: copyOf(camera),
		radar: copyOf(radar),
		lidar: copyOf(lidar),
		frame: copyOf(frame)
	};
}
function noted(copies, value, copy) {
	copies.set(value, copy);
	return copy;
}
/** Sums whose buckets and scatter are their own. */
function copiedSums(sums, copies = /* @__PURE__ */ new Map()) {
	return noted(copies, sums, {
		...sums,
		buckets: sums.buckets.copied(),
		scatter: copyScatter(sums.scatter)
	});
}
function copyScatter({ squares, counts }) {
	return {
		squares: squares.slice(),
		counts: counts.slice()
	};
}
function standingOn(copies, grounded) {
	if (grounded === null) return null;
	const { grounds, standing } = grounded;
	return {
		...grounded,
		grounds: {
			...grounds,
			evidence: copyOr(grounds.evidence, copies),
			camera: groundsOn(copies, grounds.camera),
			radar: groundsOn(copies, grounds.radar),
			lidar: groundsOn(copies, grounds.lidar)
		},
		standing: {
			...standing,
			curves: copyCurves(standing.curves)
		}
	};
}
function groundsOn(copies, grounds) {
	return {
		...grounds,
		recent: copyOr(grounds.recent, copies)
	};
}
function copyOr(value, copies) {
	return copies.get(value) ?? value;
}
/** The next block writes curves over. */
function copyCurves({ camera, radar, lidar }) {
	const copyOf = ({ inflation, degrees }) => ({
		inflation: inflation.slice(),
		degrees: degrees.slice()
	});
	return {
		camera: camera.map(copyOf),
		radar: radar.map(copyOf),
		lidar: lidar.map(copyOf)
	};
}
function withoutCurves$1({ calibration, confidence, settings }) {
	const without = (memo) => ({
		...memo,
		last: null,
		frozen: null
	});
	return {
		calibration: without(calibration),
		confidence: without(confidence),
		settings
	};
}

/** A prior as a state keeps it: its curves, of which there is much, as binary32. The entry itself is stored as it was made. */
function keptPrior({ sensors, correlation, atUs }) {
	return {
		sensors: {
			camera: keptNoise(sensors.camera),
			radar: keptNoise(sensors.radar),
			lidar: keptNoise(sensors.lidar),
			confidence: keptNoise(sensors.confidence)
		},
		correlation,
		atUs
	};
}
function keptNoise(noise) {
	if (noise?.curve === void 0) return noise;
	const { level, ratios, degrees } = noise.curve;
	return {
		...noise,
		curve: {
			level,
			ratios: ratios.map(Math.fround),
			degrees: degrees.map(Math.fround)
		}
	};
}

/** Nothing is at hand of a test. */
function noCurveMemo() {
	return {
		last: null,
		frozen: null
	};
}
/** What is at hand of a vehicle before its first block. */
function noMemos() {
	return {
		calibration: noCurveMemo(),
		confidence: noCurveMemo(),
		settings: null
	};
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
/** The sensors that have physical limits, in the order of the fault posterior. */
const limitedSensors = [
	"camera",
	"radar",
	"lidar"
];
/** The five channels in their fixed order: camera rotation vector (degrees), radar bias (m), lidar error (m). */
const channels = [
	"camera_x",
	"camera_y",
	"camera_z",
	"radar",
	"lidar"
];
/** First channel of each track in the sums it belongs to. */
const firstChannel = {
	camera: 0,
	radar: 3,
	lidar: 4,
	confidence: 0
};

/**
* A fleet's curve for a vehicle whose blocks are longer: their scale k is scale k + d of the shorter ones, and their own variance
* that of a mean of 2^d, a(2^d)/2^d, so ratioU+2032_k = ratio_{k+d}/a(2^d). Of shorter blocks than the fleet's nothing follows.
*/
function curveAtLevel({ level: from, ratios, degrees }, level, usual) {
	const by = level - from;
	if (by === 0) return {
		ratios,
		degrees
	};
	const last = ratios.length - 1;
	if (by < 0 || by > last) return usual;
	const at = (list, scale) => list[Math.min(last, scale)];
	const own = inflationAt(ratios, by);
	return {
		ratios: ratios.map((_, scale) => at(ratios, scale + by) / own),
		degrees: degrees.map((_, scale) => at(degrees, scale + by))
	};
}
/** a(2^scale) of rising ratios that are never below 1: 2^scale*(1/2 Sum _{j >= scale} ratio_j*2^-j + what is longer). */
function inflationAt(ratios, scale) {
	let sum = 0;
	let share = .5;
	for (let at = scale; at < ratios.length; at += 1, share *= .5) {
		const isLast = at === ratios.length - 1;
		sum += (isLast ? 2 * share : share) * Math.max(1, ratios[at]);
	}
	return sum;
}

/**
* The settings by which this vehicle is judged: the given ones, with the prior of its fleet in place of theirs where it
* started from one. One weight serves all channels, so it is that of the least certain sensor the vehicle has: a sensor
* its fleet could not teach counts as little as ever.
*/
function effectiveSettings({ prior: estimated, tracks }, settings) {
	if (estimated === null) return settings;
	const { prior } = settings;
	const curveOf = (name) => {
		const curve = estimated.sensors[name]?.curve;
		return curve === void 0 ? prior.curves[name] : curveAtLevel(curve, tracks[name].level, prior.curves[name]);
	};
	const sdOf = (name, otherwise) => estimated.sensors[name]?.sd ?? otherwise;
	return {
		...settings,
		prior: {
			...prior,
			cameraDeg: sdOf("camera", prior.cameraDeg),
			radarM: sdOf("radar", prior.radarM),
			lidarLog: sdOf("lidar", prior.lidarLog),
			confidenceLogit: sdOf("confidence", prior.confidenceLogit),
			degrees: leastDegrees$1(estimated, tracks, prior.degrees),
			curves: {
				camera: curveOf("camera"),
				radar: curveOf("radar"),
				lidar: curveOf("lidar"),
				confidence: curveOf("confidence")
			},
			correlation: estimated.correlation
		}
	};
}
/**
* The same for a fold that owns the state, which keeps them: only a block's length or a sensor that is heard for the first time
* makes others of them, and what was computed by them is known by their identity.
*/
function settingsAtHand(state, given) {
	const { prior, tracks } = state;
	if (prior === null) return given;
	const known = state.known ??= noMemos();
	const before = known.settings;
	if (before !== null && before.given === given && before.prior === prior && areOf$1(before, tracks)) return before.effective;
	const effective = effectiveSettings(state, given);
	known.settings = {
		given,
		prior,
		levels: trackNames.map((name) => tracks[name].level),
		heard: trackNames.map((name) => tracks[name].frames > 0),
		effective
	};
	return effective;
}
function areOf$1({ levels, heard }, tracks) {
	for (let at = 0; at < trackNames.length; at += 1) {
		const { level, frames } = tracks[trackNames[at]];
		if (levels[at] !== level || heard[at] !== frames > 0) return false;
	}
	return true;
}
/** Of the sensors that have been heard. */
function leastDegrees$1(estimated, tracks, otherwise) {
	let degrees = Infinity;
	for (const name of trackNames) {
		if (tracks[name].frames === 0) continue;
		degrees = Math.min(degrees, estimated.sensors[name]?.degrees ?? otherwise);
	}
	return degrees === Infinity ? otherwise : degrees;
}

function withHourOf(hours, atUs) {
	return hours | 1 << hourOfDay(atUs);
}
/** How many of the 24 hours were heard. */
function countHours(hours) {
	let count = 0;
	for (let hour = 0; hour < 24; hour += 1) count += hours >> hour & 1;
	return count;
}
/** 0 to 23. */
function hourOfDay(atUs) {
	return Math.floor(24 * turnsOfDay(atUs)) % 24;
}
/** The share of its day (UTC) that has passed at a time, from 0 to below 1: the time of day, in turns of the sun. */
function turnsOfDay(atUs) {
	return (atUs - Math.floor(atUs / dayUs$1) * dayUs$1) / dayUs$1;
}
const dayUs$1 = 864e8;
const hourUs = 36e8;

/**
* A list of zeros. Lists of numbers that are read millions of times begin here: the engine keeps such a list as bare
* doubles whatever is written to it, and copies it as one piece of memory. Shorter-lived than typed arrays, and cheaper.
*/
function zeros(length) {
	return (blanks[length] ?? firstOf(length)).slice();
}
/** Lengths up to a limit are kept once they were asked for. */
function firstOf(length) {
	const blank = blankOf(length);
	if (length < blanks.length) blanks[length] = blank;
	return blank;
}
function blankOf(length) {
	const blank = [];
	for (let at = 0; at <= length; at += 1) blank.push(.5);
	blank.pop();
	for (let at = 0; at < length; at += 1) blank[at] = 0;
	return blank;
}
const blanks = Array.from({ length: 1024 }, (_, length) => length < 128 ? blankOf(length) : void 0);
/**
* Writes one value over a list, or over a part of it, and hands it back. `fill` with a whole number makes a list of small
* integers of a list of doubles, and the next fraction makes that anew.
*/
function filled(list, value, from = 0, end = list.length) {
	for (let at = from; at < end; at += 1) list[at] = value;
	return list;
}
/** A list of bare doubles of the same values, of the caller's own. */
function doublesOf(values) {
	const doubles = zeros(values.length);
	for (let at = 0; at < doubles.length; at += 1) doubles[at] = values[at];
	return doubles;
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

/** The first three of these values. */
function asVector(values) {
	const x = values[0];
	const y = values[1];
	const z = values[2];
	if (x === void 0 || y === void 0 || z === void 0) throw new RangeError("a vector has three values");
	return [
		x,
		y,
		z
	];
}
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
function between$1(from, to) {
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
/** 2^exponent, exact, for whole exponents from -1074 to 1023. */
function powerOfTwo(exponent) {
	return powers$1[exponent + 1074];
}
const powers$1 = /* @__PURE__ */ new Float64Array(2098);
for (let exponent = 0, power = 1; exponent <= 1023; exponent += 1, power *= 2) powers$1[exponent + 1074] = power;
for (let exponent = -1, power = .5; exponent >= -1074; exponent -= 1, power /= 2) powers$1[exponent + 1074] = power;

/**
* Takes one frame into a track. Frames of a fast sensor resemble their neighbours, so they are averaged until the
* averages do not; a block is handed out when its last frame is in.
*/
function averageIntoBlocks(name, track, measurement) {
	const value = measurement[name];
	if (value === null) {
		if (!isBefore(track, measurement)) track.presence += (0 - track.presence) / 50;
		return null;
	}
	const presence = track.presence + (1 - track.presence) / 50;
	track.presence = track.frames === 0 ? 1 : presence;
	track.anchor = anchorFor(track, value);
	track.frames += 1;
	if (isCoarse(name, measurement)) track.coarseFrames += 1;
	const values = valuesFrom(track.anchor, value);
	const weight = name === "lidar" ? measurement.lidarWeight : 1;
	const { open } = track;
	const isLast = open.frames + 1 >= framesPerBlock(track);
	if (isLast && open.frames === 0) {
		track.withinFrames += 1;
		return blockOfOne(values, weight, measurement);
	}
	extend(open, values, weight);
	if (!isLast) return null;
	const block = blockOf(open, measurement);
	track.within = addSquaresWithin(track.within, open);
	track.withinFrames += open.frames;
	empty(open);
	return block;
}
/** A frame older than the sensor's newest reading does not say that the sensor has fallen silent: they may come one after another. */
function isBefore({ clock: { newestUs } }, { timestampUs }) {
	return newestUs !== null && timestampUs < newestUs;
}
/** A camera's values count from its first rotation. */
function anchorFor({ anchor }, value) {
	return typeof value === "number" ? null : anchor ?? value;
}
function valuesFrom(anchor, value) {
	return typeof value === "number" ? [value] : logDeg(between$1(anchor ?? value, value));
}
function isCoarse(name, measurement) {
	return name === "camera" && measurement.coarselyRounded;
}
function framesPerBlock(track) {
	return powerOfTwo(track.level);
}
/** Frames over which a sensor's presence is remembered. */
const presenceMemory = 50;
function extend(open, values, weight) {
	open.frames += 1;
	open.weight += weight;
	for (let at = 0; at < values.length; at += 1) {
		const weighted = weight * values[at];
		open.sums[at] += weighted;
		open.squares[at] += weighted * values[at];
	}
}
function empty(open) {
	open.frames = 0;
	open.weight = 0;
	filled(open.sums, 0);
	filled(open.squares, 0);
}
function blockOf({ frames, weight, sums }, { seq, timestampUs }) {
	const values = sums.slice();
	for (let at = 0; at < values.length; at += 1) values[at] = Math.fround(values[at] / weight);
	return {
		seq,
		atUs: timestampUs,
		weight: Math.fround(weight / frames),
		values
	};
}
/** The same of a block whose first frame is its last. */
function blockOfOne(frame, weight, { seq, timestampUs }) {
	const values = frame.slice();
	for (let at = 0; at < values.length; at += 1) values[at] = Math.fround((0 + weight * values[at]) / weight);
	return {
		seq,
		atUs: timestampUs,
		weight: Math.fround(weight),
		values
	};
}
function addSquaresWithin(within, open) {
	const more = within.slice();
	for (let at = 0; at < more.length; at += 1) {
		const mean = open.sums[at] / open.weight;
		const variance = Math.max(0, open.squares[at] / open.weight - mean * mean);
		more[at] = more[at] + variance * open.frames;
	}
	return more;
}

/** How far the vehicle's baseline is: as far as its furthest sensor. */
function baselineStanding(state, settings) {
	const furthest = furthestOf(state.tracks, settings);
	return {
		state: stateOf(state, furthest),
		frames: furthest.frames,
		needed: neededFrames(furthest, settings),
		coversHours: coveredHours(state.tracks)
	};
}
/** Of that the state alone. */
function baselineState(state, settings) {
	return stateOf(state, furthestOf(state.tracks, settings));
}
function furthestOf(tracks, settings) {
	let furthest = tracks.camera;
	let most = progress(furthest, settings);
	for (const sensor of limitedSensors) {
		const made = progress(tracks[sensor], settings);
		if (made <= most) continue;
		furthest = tracks[sensor];
		most = made;
	}
	return furthest;
}
function stateOf({ frozen, breach }, { calibration }) {
	if (calibration === null) return "learning";
	if (frozen || breach !== null) return "frozen";
	return calibration.established ? "established" : "provisional";
}
function coveredHours(tracks) {
	let fewest = null;
	for (const sensor of limitedSensors) {
		const { cycle } = tracks[sensor];
		if (cycle !== null) fewest = Math.min(fewest ?? 24, countHours(cycle.hours));
	}
	return fewest;
}
function progress(track, settings) {
	if (track.calibration !== null) return track.calibration.established ? 3 : 2;
	return Math.min(1, track.frames / neededFrames(track, settings));
}
function neededFrames(track, settings) {
	return settings.baseline.provisionalBlocks * framesPerBlock(track);
}
/**
* Whether a sensor's reference keeps learning: not while it was frozen by command, and not while a breach is open,
* because a reference that follows a drift would hide it.
*/
function referenceMoves(state, name) {
	if (state.frozen) return false;
	return name === "confidence" ? state.confidenceAlarm === null : state.breach === null;
}
/** Of a sensor that has a baseline. */
function calibrationOf({ calibration }) {
	if (calibration === null) throw new Error("a sensor without a baseline was asked for it");
	return calibration;
}

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
/**
* A register: what a call reads it has just written. Searching the powers of two for the exponent instead takes ln from 17 ns
* to 25 to 40, and every block takes hundreds of logarithms.
*/
const bits = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));
const squareRootOf2 = 1.4142135623730951;

/** Scales: means of 2^k blocks, k = 0 ... 9. */
const scales = 10;
/** Of independent blocks; the rest is shared among the other kinds. */
const independentProbability = .5;
/** Shares of the variance that wander, and how alike its neighbours are. */
const wanderingShares = [
	.07,
	.15,
	.3,
	1
];
const wanderingCorrelations = [
	.3,
	.6,
	.9,
	.97
];
/** Blocks are made long enough that whole ones are correlated by less. */
const mostResemblance = .6;
/** A kind is the rarer, the more its means of 2^6 blocks wander: by their standard deviation. Recorded noise wanders little. */
const rarityScale = 6;
/**
* Bayes over the kinds: s_k, the sum of c_k samples of a scale in units of the variance of a block, is ratio_k*chi^2 with c_k
* degrees, so a kind's likelihood is exp(-1/2 Sum  (s_k/ratio_k + c_k*ln ratio_k)). Kinds a billion times less likely than the likeliest
* are left out. Every block asks this of every channel: so flat lists, and nothing is allocated.
*/
function likelyKinds(sums, counts) {
	let heard = 10;
	while (heard > 0 && counts[heard - 1] === 0) heard -= 1;
	likely.heard = heard;
	let most = -Infinity;
	for (let kind = 0, first = 0; kind < kindCount; kind += 1, first += 10) {
		let sum = 0;
		for (let scale = 0; scale < heard; scale += 1) sum += sums[scale] / kindRatios[first + scale] + counts[scale] * lnRatios[first + scale];
		const log = lnProbabilities[kind] - .5 * sum;
		logs[kind] = log;
		if (log > most) most = log;
	}
	const { kinds, probabilities } = likely;
	let count = 0;
	let total = 0;
	for (let kind = 0; kind < kindCount; kind += 1) {
		const below = logs[kind] - most;
		if (below < -20.7) continue;
		const probability = exp(below);
		total += probability;
		kinds[count] = kind;
		probabilities[count] = probability;
		count += 1;
	}
	for (let at = 0; at < count; at += 1) probabilities[at] /= total;
	likely.count = count;
	return likely;
}
/** ln of a billion. */
const negligibleNats = 20.7;
const family = allKinds();
const kindCount = family.length;
/** How the means of each kind vary, kind by kind, scale by scale: n*AVAR(n) over the variance of a block, 2*a(n) - a(2n), of a(n) = n*Var(mean of n). */
const kindRatios = Float64Array.from(family.flatMap(({ ratios }) => ratios));
const lnRatios = kindRatios.map(ln);
const lnProbabilities = Float64Array.from(family, ({ lnProbability }) => lnProbability);
const logs = new Float64Array(kindCount);
const likely = {
	count: 0,
	heard: 0,
	kinds: new Int32Array(kindCount),
	probabilities: new Float64Array(kindCount)
};
function allKinds() {
	const wandering = wanderingShares.flatMap((share) => wanderingCorrelations.filter((correlation) => share * correlation <= mostResemblance).map((correlation) => kindOf$1(share, correlation)));
	const weights = wandering.map(({ inflation }) => 1 / Math.sqrt(inflation[6]));
	let total = 0;
	for (const weight of weights) total += weight;
	return [{
		...kindOf$1(0, 0),
		lnProbability: ln(independentProbability)
	}, ...wandering.map((kind, at) => ({
		...kind,
		lnProbability: ln(.5 * weights[at] / total)
	}))];
}
function kindOf$1(share, correlation) {
	const means = inflationOfCorrelated(correlation).map((inflation) => 1 - share + share * inflation);
	return {
		inflation: means,
		ratios: Array.from({ length: 10 }, (_, scale) => 2 * means[scale] - means[scale + 1])
	};
}
/**
* n*Var(mean of n) of blocks that are correlated by phi^lag, over the variance of one, for n = 2^k, k = 0 ... 10:
* (1 + phi)/(1 - phi) - 2phi(1 - phi^n)/(n(1 - phi)^2) (Priestley 1981, "Spectral Analysis and Time Series", 5.3.2).
*/
function inflationOfCorrelated(correlation) {
	const apart = 1 - correlation;
	const limit = (1 + correlation) / apart;
	const short = 2 * correlation / (apart * apart);
	const inflation = zeros(11);
	let faded = correlation;
	for (let scale = 0, n = 1; scale <= 10; scale += 1, n *= 2) {
		inflation[scale] = limit - short * (1 - faded) / n;
		faded *= faded;
	}
	return inflation;
}
/** Of blocks that are correlated by phi^lag: 2^k*AVAR(2^k) over the variance of a block. Two neighbouring means are one of both. */
function ratiosOfCorrelated(correlation) {
	return kindOf$1(1, correlation).ratios;
}

/** A curve's lists, to be written. */
function noCurve() {
	return {
		inflation: zeros(10),
		degrees: zeros(10)
	};
}
/** The same into lists that are there, over whatever they held. */
function writeCurve(curve, { scatter, channel, variance, prior }) {
	for (let scale = 0; scale < 10; scale += 1) {
		const at = 10 * channel + scale;
		const told = prior.degrees[scale];
		sums[scale] = scatter.squares[at] / variance + told * prior.ratios[scale];
		counts[scale] = scatter.counts[at] + told;
	}
	writeCurveOfKinds(curve, likelyKinds(sums, counts));
}
/** Registers, for one curve at a time: what was heard and told, and inflations kind by kind, scale by scale. */
const sums = new Float64Array(10);
const counts = new Float64Array(10);
const inflations = new Float64Array(10 * kindCount);
/** Degrees of freedom of what nothing is unsure of. */
const certain = 0xe8d4a51000;
/** And of what is taken for known: so many samples. */
const known = 1e3;
/** The kinds of noise count as so many samples of each scale. */
const familyDegrees = 30;
/** What the kinds say of means that nothing was heard of yet. */
const unheard$1 = kindRatios.map((ratio) => 30 * ratio / 30);
for (let kind = 0; kind < kindCount; kind += 1) addLonger(unheard$1, 10 * kind);
/**
* Of each scale its own samples and what the kinds say, and of both what they leave unsure: the kinds by how they differ, which
* they do at all scales together, and c samples by 2/c of their mean's square.
*/
function writeCurveOfKinds({ inflation, degrees }, likely) {
	filled(inflation, 0);
	for (let at = 0; at < likely.count; at += 1) addKind(inflation, likely, at);
	writeDegrees(degrees, inflation, likely);
}
/** What the kind foretells of means of every length, into its register and, by its probability, into the mean over the kinds. */
function addKind(inflation, { kinds, probabilities, heard }, at) {
	const first = 10 * at;
	const ofKind = 10 * kinds[at];
	const probability = probabilities[at];
	for (let scale = 10 - 1; scale >= heard; scale -= 1) {
		const longer = unheard$1[ofKind + scale];
		inflations[first + scale] = longer;
		inflation[scale] += probability * longer;
	}
	let longer = heard < 10 ? unheard$1[ofKind + heard] : ratioWith(ofKind, 10 - 1);
	for (let scale = heard - 1; scale >= 0; scale -= 1) {
		longer = .5 * (ratioWith(ofKind, scale) + longer);
		inflations[first + scale] = longer;
		inflation[scale] += probability * longer;
	}
}
/** How surely the mean over the kinds is known, scale by scale; the mean is held to at least that of independent blocks. */
function writeDegrees(degrees, inflation, { count, probabilities }) {
	let sampled = 0;
	for (let scale = 10 - 1; scale >= 0; scale -= 1) {
		const sum = sums[scale];
		const samples = counts[scale];
		const mean = inflation[scale];
		const all = 30 + samples;
		const own = samples > 0 ? 2 * sum * sum / (samples * all * all) : 0;
		sampled = scale === 10 - 1 ? own : .25 * (own + sampled);
		let spread = sampled;
		for (let at = 0; at < count; at += 1) {
			const apart = inflations[10 * at + scale] - mean;
			spread += probabilities[at] * apart * apart;
		}
		const twice = 2 * mean * mean;
		degrees[scale] = twice < 0xe8d4a51000 * spread ? twice / spread : certain;
		inflation[scale] = atLeastIndependent(mean);
	}
}
/** What a kind says of a scale, and the samples of that scale. */
function ratioWith(ofKind, scale) {
	return (30 * kindRatios[ofKind + scale] + sums[scale]) / (30 + counts[scale]);
}
/**
* Of ratios, in their place: the variance of a mean is what all longer scales leave of it, a(2^k) = 1/2*(ratio_k + a(2^(k+1))). An
* Allan variance alone would miss them.
*/
function addLonger(ratios, first) {
	let longer = ratios[first + 10 - 1];
	for (let at = first + 10 - 1; at >= first; at -= 1) {
		longer = .5 * (ratios[at] + longer);
		ratios[at] = longer;
	}
}
/** Credit is not given for noise that seems to cancel. */
const atLeastIndependent = (inflation) => Math.max(1, inflation);
/** What samples of one scale say so far, beside as many of independent blocks as keep the first of them from counting for much. */
function ratioSoFar({ scatter, channel, variance, prior }, scale) {
	const at = 10 * channel + scale;
	const told = prior.degrees[scale];
	return (4 + scatter.squares[at] / variance + told * prior.ratios[scale]) / (4 + scatter.counts[at] + told);
}
const fewSamples = 4;
/** Scale of a mean of so many blocks, at most the last: 2^scale <= n, for n >= 1. */
function scaleOf(blocks) {
	return blocks >= lastPower ? 10 - 1 : 31 - Math.clz32(blocks);
}
/** Variance of a mean of so many blocks, at least one, over that of independent ones. */
function inflationOf({ inflation }, blocks) {
	return between(inflation, blocks);
}
/** Linear between the scales. */
function between(byScale, blocks) {
	const scale = scaleOf(blocks);
	const from = byScale[scale];
	if (scale === 10 - 1) return from;
	const power = powers[scale];
	return from + (byScale[scale + 1] - from) * (blocks - power) / power;
}
/** Variance of a mean of so many blocks, over that of one. */
function varianceOfMean(curve, blocks) {
	const counted = Math.max(1, blocks);
	return inflationOf(curve, counted) / counted;
}
const powers = [
	1,
	2,
	4,
	8,
	16,
	32,
	64,
	128,
	256,
	512
];
const lastPower = powers[10 - 1];
/**
* Variance of the difference between the means of two neighbouring stretches of blocks, over the variance of a block. The
* shorter, of n blocks, is a part of all N = n + m, so Var(xU+0304_n - xU+0304_m) = (N/m)^2*(Var xU+0304_n - Var xU+0304_N), of noise whose means
* vary about one level. Noise that wanders at the longest scales has no level: beyond what independent blocks would give, its
* part counts by up to twice the longer side's share, which is exact for a random walk.
*/
function varianceOfDifference(curve, one, other) {
	const n = Math.min(one, other);
	const m = Math.max(one, other);
	const all = n + m;
	const independent = all / (n * m);
	const part = all / m;
	const short = Math.max(1, n);
	const measured = part * part * (inflationOf(curve, short) / n - inflationOf(curve, Math.max(1, all)) / all);
	return independent + 2 * m / all * Math.max(0, measured - independent);
}
/**
* The same, as far as it matters to shifts beyond a zone, given in standard deviations of a block: a wander that is smaller
* than the zone never leaves it. Of a wander with standard deviation s what lies beyond, four deviations out, is 4s - zone.
*/
function varianceBeyondZone(curve, zone, n, m) {
	const variance = varianceOfDifference(curve, n, m);
	const independent = (n + m) / (n * m);
	const wander = wanderAllowance * (variance - independent);
	if (wander === 0) return independent;
	const share = Math.max(0, 1 - zone / (4 * Math.sqrt(wander)));
	return independent + wander * share * share;
}
/**
* What neighbours have in common counts for more: where blocks resemble each other, the rule that no single one of them may
* open a breach protects less.
*/
const wanderAllowance = 1.25;
/** Standard deviations at which a false breach is as rare as it is to be. */
const outermost = 4;
/** Degrees of freedom of that variance: as surely as the shorter side's is known. */
function degreesOfDifference({ degrees }, n, m) {
	return Math.max(40, between(degrees, Math.max(1, Math.min(n, m))));
}
/** The curve of noise whose blocks are correlated by phi^lag, taken for known. */
function correlatedCurve(correlation) {
	return knownCurve(ratiosOfCorrelated(correlation));
}
/** The curve of noise whose ratios are taken for known. */
function knownCurve(ratios) {
	const inflation = ratios.slice();
	addLonger(inflation, 0);
	return {
		inflation: inflation.map(atLeastIndependent),
		degrees: filled(zeros(10), known)
	};
}
/** Fewer would keep a large shift soon after the baseline from being sure. */
const leastDegrees = 40;

function noScatter(channels) {
	return {
		squares: zeros(10 * channels),
		counts: zeros(10 * channels)
	};
}
/** The scatter without what it holds of some channels. */
function clearScatter({ squares, counts }, first, width) {
	const cleared = (held) => filled(held.slice(), 0, 10 * first, 10 * (first + width));
	return {
		squares: cleared(squares),
		counts: cleared(counts)
	};
}
/** The scatter with a curve's samples, as many as its degrees, of a channel whose blocks have this variance. */
function addCurve(scatter, { channel, curve, variance }) {
	const [squares, counts] = [scatter.squares.slice(), scatter.counts.slice()];
	for (let scale = 0; scale < 10; scale += 1) {
		const at = 10 * channel + scale;
		const samples = curve.degrees[scale];
		squares[at] = Math.fround(squares[at] + samples * curve.ratios[scale] * variance);
		counts[at] = Math.fround(counts[at] + samples);
	}
	return {
		squares,
		counts
	};
}
/** A mean is part of two samples: each counts for less. */
const shareOfSample = 2 / 3;
/** A difference of neighbours counts as at most so many times what the bend of all five says, or the scale before says. */
const mostOfBend = 6;
/** Samples of a scale that are remembered: roads and loads change, and their noise with them. */
const longestMemory = 200;
/** Of the first level: one outlying block is in up to three samples there, and is to speak of the noise in none. */
const holdOfSingles = {
	mostSquares: 6,
	heldShare: .94
};
/** Three standard deviations. */
const holdOfLonger = {
	mostSquares: 9,
	heldShare: .96
};
/** Buckets that are compared with each other. */
const neighbours = 5;
/** Registers, for one channel at a time: the means of the five, and one over their weights. */
const means$1 = new Float64Array(neighbours);
const inverses = new Float64Array(neighbours);
/**
* Samples taken when a level of the histogram is one bucket too full, before its two oldest become one. They are as old as the
* level, so that a change worth telling is told before it is taken for scatter. The scatter's lists are written over.
*/
function sampleLevel(scatter, buckets, first, { past, model }) {
	if (buckets.length - first < neighbours) return scatter;
	const sampled = {
		squares: scatter.squares,
		counts: scatter.counts
	};
	const isSingles = buckets.sizeAt(first) === 1;
	for (let channel = 0; channel < past.length / 3; channel += 1) {
		const weight = readNeighbours(buckets, first, channel);
		if (weight === 0) continue;
		const variance = blockVariance(past, channel, model);
		sampleNeighbours({
			scatter: sampled,
			channel,
			variance,
			prior: model.priorCurves[channel]
		}, weight, isSingles);
	}
	return sampled;
}
/** Their mean weight; 0 where they belong to no scale, being of unequal weight, or where one of less than a block tells nothing. */
function readNeighbours(buckets, first, channel) {
	let total = 0;
	let least = Infinity;
	let most = 0;
	for (let at = 0; at < neighbours; at += 1) {
		const n = buckets.sumAt(first + at, 3 * channel);
		total += n;
		if (n < least) least = n;
		if (n > most) most = n;
		means$1[at] = buckets.sumAt(first + at, 3 * channel + 1) / n;
		inverses[at] = 1 / n;
	}
	return least < 1 || most > 2 * least ? 0 : total / neighbours;
}
/** Neighbours apart: single buckets, and two and two of four; their first four or their last. */
function sampleNeighbours(known, weight, isSingles) {
	const m0 = means$1[0];
	const m1 = means$1[1];
	const m2 = means$1[2];
	const m3 = means$1[3];
	const m4 = means$1[4];
	const i0 = inverses[0];
	const i1 = inverses[1];
	const i2 = inverses[2];
	const i3 = inverses[3];
	const i4 = inverses[4];
	const hold = isSingles ? holdOfSingles : holdOfLonger;
	if (isSingles) {
		const single = nearestScale(weight);
		addSample(known, {
			scale: single,
			bend: Infinity,
			hold
		}, squareOf(m0 - m1, i0 + i1));
		addSample(known, {
			scale: single,
			bend: Infinity,
			hold
		}, squareOf(m1 - m2, i1 + i2));
	}
	const bend = squareOf(2 * m0 - m1 - 2 * m2 - m3 + 2 * m4, 4 * i0 + i1 + 4 * i2 + i3 + 4 * i4);
	const doubles = {
		scale: nearestScale(2 * weight),
		bend,
		hold
	};
	addSample(known, doubles, squareOf(m0 + m1 - m2 - m3, i0 + i1 + i2 + i3));
	addSample(known, doubles, squareOf(m1 + m2 - m3 - m4, i1 + i2 + i3 + i4));
}
/** The square of a contrast of means, over what it is for independent blocks of variance 1. */
function squareOf(contrast, spread) {
	return contrast * contrast / spread;
}
/** Takes a sample in, held to what the channel's own say and to the bend beside it; Infinity where a pair has none. */
function addSample(known, { scale, bend, hold }, sample) {
	const { mostSquares, heldShare } = hold;
	const { scatter, channel, variance } = known;
	const { squares, counts } = scatter;
	const at = 10 * channel + scale;
	const usual = ratioSoFar(known, Math.max(0, scale - 1)) * variance;
	const own = ratioSoFar(known, scale) * variance;
	const most = Math.min(6 * Math.max(bend, usual), mostSquares * Math.max(usual, own));
	const held = 1 / heldShare * Math.min(sample, most);
	const count = counts[at] + shareOfSample;
	const kept = Math.min(1, 200 / count);
	squares[at] = Math.fround(kept * (squares[at] + shareOfSample * held));
	counts[at] = Math.fround(kept * count);
}
/** Nearest power of two of a mean's blocks, which are at least one. */
function nearestScale(blocks) {
	let scale = 0;
	for (let power = 1; blocks > Math.SQRT2 * power && scale < 10 - 1; power *= 2) scale += 1;
	return scale;
}
/** Variance of one block of a channel: that of the reference, with the prior counted in. */
function blockVariance(reference, channel, { priorVariances, priorDegrees }) {
	const n = reference[3 * channel];
	const prior = priorVariances[channel];
	if (n <= 1) return prior;
	const sum = reference[3 * channel + 1];
	const squares = Math.max(0, reference[3 * channel + 2] - sum * sum / n);
	const degrees = n - 1 + priorDegrees;
	return Math.max(leastShare$1 * prior, (priorDegrees * prior + squares) / degrees);
}
/** A channel that never varies still has a variance. */
const leastShare$1 = .001;
/**
* The scatter of a baseline's blocks, all overlapping neighbours of every length that three of them fit in, with their
* degrees of freedom under independent noise (IEEE 1139-2008, annex C: 1.5(N-1)/n - 2(N-2)/N, times 4n^2/(4n^2+5), of N = blocks + 1 phase points).
*/
function addBaselineScatter(scatter, firstChannel, blocks) {
	const squares = scatter.squares.slice();
	const counts = scatter.counts.slice();
	const count = blocks.length;
	const width = blocks[0]?.length ?? 0;
	for (let axis = 0; axis < width; axis += 1) {
		const sums = runningSums(blocks, axis);
		for (let scale = 0, n = 1; 3 * n <= count && scale < 10; scale += 1, n *= 2) {
			const degrees = (1.5 * count / n - 2 * (count - 1) / (count + 1)) * (4 * n * n / (4 * n * n + 5));
			const at = 10 * (firstChannel + axis) + scale;
			squares[at] = Math.fround(squares[at] + degrees * meanSample(sums, n));
			counts[at] = Math.fround(counts[at] + degrees);
		}
	}
	return {
		squares,
		counts
	};
}
function runningSums(blocks, axis) {
	const sums = [0];
	for (const values of blocks) sums.push(sums.at(-1) + values[axis]);
	return sums;
}
/** Mean of n/2*(U+0100 - BU+0304)^2 over all neighbours of n blocks each. */
function meanSample(sums, n) {
	let total = 0;
	let pairs = 0;
	for (let at = 0; at + 2 * n < sums.length; at += 1) {
		const difference = (sums[at + 2 * n] - 2 * sums[at + n] + sums[at]) / n;
		total += .5 * n * difference * difference;
		pairs += 1;
	}
	return total / pairs;
}
/**
* The scatter of each channel in units of its own variance, with a part of what the others of the vehicle show: what moves one
* slowly, warmth or load, mostly moves the others too, and together they tell it sooner.
*/
function shareScatter({ squares, counts }, variances, blockLevels) {
	const channels = variances.length;
	const own = squares.slice();
	for (let channel = 0; channel < channels; channel += 1) for (let scale = 0; scale < 10; scale += 1) own[10 * channel + scale] /= variances[channel];
	const shared = {
		squares: own.slice(),
		counts: counts.slice()
	};
	for (let channel = 0; channel < channels; channel += 1) for (let other = 0; other < channels; other += 1) {
		if (other === channel || blockLevels[other] !== blockLevels[channel]) continue;
		for (let scale = 0; scale < 10; scale += 1) {
			shared.squares[10 * channel + scale] += shareOfOthers * own[10 * other + scale];
			shared.counts[10 * channel + scale] += shareOfOthers * counts[10 * other + scale];
		}
	}
	return shared;
}
/** What another channel shows counts as so much of what the channel itself does. */
const shareOfOthers = .5;

/**
* The nearest number with sixteen significant bits, 0 for less than 2^-100: what a rough sum needs, in three bytes where
* binary64 takes eight. Split as by Dekker 1971 ("A floating-point technique for extending the available precision").
*/
function toSixteenBits(value) {
	if (!(Math.abs(value) >= smallest)) return 0;
	const spread = splitter * value;
	return spread - (spread - value);
}
const smallest = 2 ** -100;
/** 53 - 16 bits are cut off. */
const splitter = 2 ** 37 + 1;

/**
* Sums as a bucket keeps them: the weight of each channel as binary32; its sum, and the squares about its mean, with sixteen
* significant bits each. That is to 1.5*10^-5 of either, and far from zero the scatter is still told from the shift, which a
* rounded Sum wy^2 would not do. What follows the channels is kept as it is.
*/
function keptSums(sums, channels) {
	const kept = sums.slice();
	keepSums(kept, 0, channels);
	return kept;
}
/** The same, of sums that begin at a place of a list of the caller's own. */
function keepSums(sums, first, channels) {
	for (let at = first; at < first + 3 * channels; at += 3) {
		const about = squaresAboutMean(sums, at);
		const squares = about > leastShare * sums[at + 2] ? toSixteenBits(about) : 0;
		const weight = Math.fround(sums[at]);
		const sum = weight === 0 ? 0 : toSixteenBits(sums[at + 1]);
		sums[at] = weight;
		sums[at + 1] = sum;
		sums[at + 2] = weight === 0 ? 0 : squaresWith(weight, sum, squares);
	}
}
const leastShare = 2 ** -30;
/** Sum wy^2 of the weight, the sum and the squares about the mean. */
function squaresWith(weight, sum, aboutMean) {
	return sum * sum / weight + aboutMean;
}
/** The squares about the mean that kept sums were made of, to the bit once rounded; a little off where sums were not kept. */
function squaresAboutMean(sums, at) {
	return aboutMean(sums[at], sums[at + 1], sums[at + 2]);
}
function aboutMean(weight, sum, squares) {
	return weight > 0 ? squares - sum * sum / weight : 0;
}

/**
* The buckets of a histogram, oldest first. All their numbers stand in one list that a vehicle keeps, a slot a row. `movedOn` writes
* that list over, and whoever looked at it before then has nothing to look at any more; everything else leaves these as they are.
*/
var Buckets = class Buckets {
	channels;
	#bench;
	/** How often the list had been written over when these were made. */
	#moves;
	/** Where the row of each begins. */
	#places;
	constructor(bench, places = bench.places) {
		this.channels = bench.channels;
		this.#bench = bench;
		this.#moves = bench.moves;
		this.#places = places;
	}
	static none(channels) {
		return new Buckets(BucketBench.empty(channels));
	}
	static of(buckets, channels) {
		const bench = BucketBench.empty(channels);
		for (const bucket of buckets) bench.take(bucket);
		return new Buckets(bench);
	}
	/** Of rows that stand one after another (`bucketRow`), in a list that is theirs from now on. */
	static over(numbers, channels) {
		return new Buckets(BucketBench.over(numbers, channels));
	}
	get length() {
		return this.#places.length;
	}
	sizeAt(row) {
		return this.#bench.numbers[this.#places[row]];
	}
	seqAt(row) {
		return this.#bench.numbers[this.#places[row] + 1];
	}
	/** Where the newest row begins; 0, before the first entry, where there is none. */
	get newestSeq() {
		return this.length === 0 ? 0 : this.seqAt(this.length - 1);
	}
	/** One of the row's sums. */
	sumAt(row, at) {
		return this.#bench.numbers[this.#places[row] + head$2 + at];
	}
	/** What it remembers of the time of day: two numbers, or none. */
	marksAt(row) {
		const { numbers } = this.#bench;
		const place = this.#places[row];
		return numbers[place + 2] === 1 ? [numbers[place + 3], numbers[place + 4]] : noMarks$1;
	}
	/** Adds a row's sums to as many others. */
	addTo(total, row) {
		const { numbers } = this.#bench;
		const place = this.#places[row] + head$2;
		for (let at = 0; at < total.length; at += 1) total[at] += numbers[place + at];
	}
	at(row) {
		return rowOf(this.#present.numbers, this.#places[row], this.channels);
	}
	*[Symbol.iterator]() {
		for (let row = 0; row < this.length; row += 1) yield this.at(row);
	}
	/** The newest row that begins at an entry number or before; -1 where none does. */
	rowBefore(seq) {
		let row = this.length - 1;
		while (row >= 0 && this.seqAt(row) > seq) row -= 1;
		return row;
	}
	/** A look at some of them. */
	slice(from, end = this.length) {
		return new Buckets(this.#present, this.#places.slice(from, end));
	}
	/** A look at those that begin at an entry number that fits. */
	filter(fits) {
		const places = this.#places.filter((_, row) => fits(this.seqAt(row)));
		return new Buckets(this.#present, places);
	}
	rewritten(change) {
		return Buckets.of(Array.from(this, (bucket, row) => change(bucket, row)), this.channels);
	}
	with(row, bucket) {
		const bench = this.#copiedBench();
		bench.write(bench.places[row], bucket);
		return new Buckets(bench);
	}
	/** Without what they hold of some channels. */
	cleared(first, count) {
		const bench = this.#copiedBench();
		bench.clear(first, count);
		return new Buckets(bench);
	}
	/** What they hold of some channels, and of no other. */
	only(first, count) {
		return new Buckets(this.#present.withRows(this.#places, first, count));
	}
	/** The same in a list of their own. */
	copied() {
		return new Buckets(this.#copiedBench());
	}
	/** Moves them on where they stand: these are not there any more afterwards. */
	movedOn(change) {
		const bench = this.#places === this.#present.places ? this.#bench : this.#copiedBench();
		bench.moves += 1;
		change(bench);
		return new Buckets(bench);
	}
	#copiedBench() {
		const bench = this.#present;
		return this.#places === bench.places ? bench.copied() : bench.withRows(this.#places);
	}
	/** Whoever has kept buckets that were moved on would read others. */
	get #present() {
		if (this.#bench.moves !== this.#moves) throw new Error("these buckets were moved on in their place");
		return this.#bench;
	}
};
const noMarks$1 = [];
/** Where the numbers of a row stand, from its first: `marked` is 1 with marks of the time of day, else 0. */
const bucketRow = {
	size: 0,
	seq: 1,
	marked: 2,
	marks: 3,
	sums: 5
};
const head$2 = bucketRow.sums;
function rowWidth(channels) {
	return head$2 + 3 * channels;
}
function rowOf(numbers, place, channels) {
	const first = place + head$2;
	const sums = numbers.slice(first, first + 3 * channels);
	if (numbers[place + 2] === 1) sums.push(numbers[place + 3], numbers[place + 4]);
	return {
		size: numbers[place],
		seq: numbers[place + 1],
		sums
	};
}
/** The list that buckets stand in, row by row in no order; a row that goes leaves its place to the next that comes. */
var BucketBench = class BucketBench {
	channels;
	numbers;
	/** Where each row begins, oldest first. */
	places;
	/** Where there is room for one. */
	#free;
	/** How often it was written over. */
	moves = 0;
	constructor(channels, numbers, places, free) {
		this.channels = channels;
		this.numbers = numbers;
		this.places = places;
		this.#free = free;
	}
	static empty(channels) {
		return new BucketBench(channels, zeros(0), [], []);
	}
	static over(numbers, channels) {
		const width = rowWidth(channels);
		const places = [];
		for (let place = 0; place < numbers.length; place += width) places.push(place);
		return new BucketBench(channels, numbers, places, []);
	}
	copied() {
		return new BucketBench(this.channels, this.numbers.slice(), this.places.slice(), this.#free.slice());
	}
	/** A list of what some of its rows hold of some channels; left out: of all. */
	withRows(places, first = 0, count = this.channels) {
		const width = rowWidth(count);
		const numbers = zeros(width * places.length);
		const own = zeros(places.length);
		for (let row = 0, to = 0; row < places.length; row += 1, to += width) {
			const from = places[row];
			own[row] = to;
			for (let at = 0; at < head$2; at += 1) numbers[to + at] = this.numbers[from + at];
			const sums = from + 3 * first;
			for (let at = head$2; at < width; at += 1) numbers[to + at] = this.numbers[sums + at];
		}
		return new BucketBench(count, numbers, own, []);
	}
	get length() {
		return this.places.length;
	}
	sizeAt(row) {
		return this.numbers[this.places[row]];
	}
	sumAt(row, at) {
		return this.numbers[this.places[row] + head$2 + at];
	}
	/** A bucket of whatever sums. */
	take(bucket) {
		const place = this.#begin(bucket.size, bucket.seq);
		this.write(place, bucket);
		this.places.push(place);
	}
	write(place, { size, seq, sums }) {
		const { numbers } = this;
		const marks = 3 * this.channels;
		numbers[place] = size;
		numbers[place + 1] = seq;
		numbers[place + 2] = sums.length > marks ? 1 : 0;
		numbers[place + 3] = sums[marks] ?? 0;
		numbers[place + 4] = sums[marks + 1] ?? 0;
		for (let at = 0; at < marks; at += 1) numbers[place + head$2 + at] = sums[at];
	}
	clear(first, count) {
		for (const place of this.places) {
			const from = place + head$2 + 3 * first;
			filled(this.numbers, 0, from, from + 3 * count);
		}
	}
	/** Makes one of a row and the next. Marks of the time of day are kept where both have them. */
	join(row) {
		const { numbers } = this;
		const older = this.places[row];
		const newer = this.places[row + 1];
		const isMarked = numbers[older + 2] === 1 && numbers[newer + 2] === 1;
		numbers[older] += numbers[newer];
		numbers[older + 2] = isMarked ? 1 : 0;
		numbers[older + 3] = isMarked ? numbers[older + 3] + numbers[newer + 3] : 0;
		numbers[older + 4] = isMarked ? numbers[older + 4] + numbers[newer + 4] : 0;
		const width = rowWidth(this.channels);
		for (let at = head$2; at < width; at += 1) numbers[older + at] += numbers[newer + at];
		keepSums(numbers, older + head$2, this.channels);
		this.#leave(row + 1);
	}
	/** Takes the oldest out. */
	dropOldest() {
		const oldest = rowOf(this.numbers, this.places[0], this.channels);
		this.#leave(0);
		return oldest;
	}
	#leave(row) {
		const { places } = this;
		this.#free.push(places[row]);
		for (let at = row; at + 1 < places.length; at += 1) places[at] = places[at + 1];
		places.pop();
	}
	#begin(size, seq) {
		const place = this.#free.pop() ?? this.#grow();
		this.numbers[place] = size;
		this.numbers[place + 1] = seq;
		return place;
	}
	#grow() {
		const place = this.numbers.length;
		const width = rowWidth(this.channels);
		for (let more = 0; more < width; more += 1) this.numbers.push(0);
		return place;
	}
};

function noChangeSums(channels) {
	return {
		channels,
		past: zeros(3 * channels),
		buckets: Buckets.none(channels),
		scatter: noScatter(channels)
	};
}
/** Of sums: 3*channels = [n, Sum wy, Sum wy^2]. */
function channelSums(sums, channel) {
	const [n, sum, squares] = [
		sums[3 * channel],
		sums[3 * channel + 1],
		sums[3 * channel + 2]
	];
	if (n === void 0 || sum === void 0 || squares === void 0) throw new RangeError(`these sums have no channel ${channel}`);
	return {
		n,
		sum,
		squares
	};
}
/** The sums moved on by one more block: the buckets and the scatter they had stand in them no longer. */
function addBlock(sums, block, shape) {
	const added = zeros(3 * sums.channels);
	for (let channel = 0; channel < sums.channels; channel += 1) {
		const weight = block.weights[channel];
		if (weight === 0) continue;
		const weighted = weight * block.values[channel];
		added[3 * channel] = weight;
		added[3 * channel + 1] = weighted;
		added[3 * channel + 2] = weighted * block.values[channel];
	}
	if (block.dayMarks !== void 0) added.push(...block.dayMarks);
	keepSums(added, 0, sums.channels);
	let merged = {
		dropped: null,
		scatter: sums.scatter
	};
	const buckets = sums.buckets.movedOn((bench) => {
		bench.take({
			size: 1,
			seq: block.seq,
			sums: added
		});
		merged = mergeOldest(bench, sums, shape);
	});
	const { dropped, scatter } = merged;
	const { past } = sums;
	const joinsPast = dropped !== null && !shape.referenceFrozen;
	return {
		channels: sums.channels,
		past: joinsPast ? summed(past, dropped.sums) : past,
		buckets,
		scatter
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
	const past = withBuckets(sums.past, sums.buckets.slice(0, firstRow));
	return {
		...sums,
		past,
		buckets: sums.buckets.slice(firstRow)
	};
}
/** Restores the limit of buckets a size. */
function mergeOldest(bench, { past, scatter: before }, shape) {
	const model = shape.referenceFrozen ? null : shape.scatterModel;
	let scatter = before;
	let end = bench.length;
	for (let level = 0, size = 1; level < shape.levels; level += 1, size *= 2) {
		let first = end;
		while (first > 0 && bench.sizeAt(first - 1) === size) first -= 1;
		if (end - first <= shape.bucketsPerLevel) return {
			dropped: null,
			scatter
		};
		if (model !== null) scatter = sampleLevel(scatter, bench, first, {
			past,
			model
		});
		if (level === shape.levels - 1) return {
			dropped: bench.dropOldest(),
			scatter
		};
		bench.join(first);
		end = first + 1;
	}
	return {
		dropped: null,
		scatter
	};
}
/** The sums added up, once for all who ask for them; `known` is whatever was added up before. */
function totalsOf({ past, buckets }, known) {
	const before = known?.totals;
	if (before && before.past === past && before.buckets === buckets) return before;
	let settledRows = 0;
	while (settledRows < buckets.length && buckets.sizeAt(settledRows) >= 8) settledRows += 1;
	const settled = withBuckets(past, buckets, settledRows);
	const everything = settled.slice();
	for (let row = settledRows; row < buckets.length; row += 1) buckets.addTo(everything, row);
	const totals = {
		past,
		buckets,
		settled,
		everything
	};
	if (known !== void 0) known.totals = totals;
	return totals;
}
/** Buckets of as many blocks are old enough to hold no young change. */
const settledSize = 8;
function summed(past, more) {
	const total = past.slice();
	for (let at = 0; at < total.length; at += 1) total[at] += more[at];
	return total;
}
/** The sums of older blocks with those of the oldest so many buckets, which are added one after another. */
function withBuckets(past, buckets, count = buckets.length) {
	const total = past.slice();
	for (let row = 0; row < count; row += 1) buckets.addTo(total, row);
	return total;
}

/**
* What a sensor that is taught anew keeps of how the variance of its means grows: ratios, and how many samples each rests on.
* They have no unit: what a repair changes of the noise itself, its new blocks tell soon, and what they tell of the curve takes
* hundreds. They count as so many samples at most, so that new ones soon outweigh them.
*/
function curvesToInherit({ scatter, past, buckets }, model, { first, width, level, referenceMoves }) {
	const reference = referenceMoves ? withBuckets(past, buckets) : past;
	return Array.from({ length: width }, (_, axis) => {
		const variance = blockVariance(reference, first + axis, model);
		const ratios = [];
		const degrees = [];
		for (let scale = 0; scale < 10; scale += 1) {
			const at = 10 * (first + axis) + scale;
			const count = scatter.counts[at];
			ratios.push(Math.fround(count > 0 ? scatter.squares[at] / (count * variance) : ratios.at(-1) ?? 1));
			degrees.push(Math.fround(Math.min(50, count)));
		}
		return {
			level,
			ratios,
			degrees
		};
	});
}
/** As of the scale of the noise: what was learnt before a repair counts as at most this many blocks. */
const mostInherited = 50;
/** The curves for blocks of another length; of shorter ones nothing is known. */
function curvesInherited(curves, level) {
	return (curves ?? []).map((curve) => curveAtLevel(curve, level, unheard));
}
const unheard = {
	ratios: filled(zeros(10), 1),
	degrees: zeros(10)
};

/**
* Cosine and sine of an angle in whole turns, any finite number of them, in the numeric profile: within 4e-16, the same
* 64 bits in every language. The whole quarters of a turn are taken off exactly; the rest, at most an eighth of a turn,
* goes through the Taylor series of degree 17 (truncated below 2^-58).
*/
function cosSinOfTurns(turns) {
	const part = turns - Math.floor(turns);
	const quarters = Math.floor(4 * part + .5);
	const angle = 2 * pi * (part - quarters / 4);
	const z = angle * angle;
	const cos = 1 + z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * cosTail(z))));
	const sin = angle + angle * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * sinTail(z))));
	if (quarters === 1) return [-sin, cos];
	if (quarters === 2) return [-cos, -sin];
	return quarters === 3 ? [sin, -cos] : [cos, sin];
}
function cosTail(z) {
	return 1 / 40320 + z * (-1 / 3628800 + z * (1 / 479001600 + z * (-1 / 87178291200 + z / 20922789888e3)));
}
function sinTail(z) {
	return 1 / 362880 + z * (-1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368e3 + z / 355687428096e3)));
}

function noDays(width) {
	return zeros(5 + 3 * width);
}
/** One day more; what is older fades, because the seasons change. */
function addDay(before, today, noise) {
	const n = today[0];
	if (!(n >= fewestBlocks$1) || noise.most === 0) return before;
	const days = before.map((sum) => keptShare * sum);
	const [cos, sin] = [today[1] / n, today[2] / n];
	const cc = today[3] - cos * today[1];
	const cs = today[4] - cos * today[2];
	const ss = n - today[3] - sin * today[2];
	const design = {
		cc,
		cs,
		ss,
		ridge: ridgeOf(noise)
	};
	days[0] += 1;
	days[1] += rankOf(design);
	days[2] += cc;
	days[3] += cs;
	days[4] += ss;
	for (let axis = 0; axis < noise.sigma.length; axis += 1) {
		const at = 5 + 3 * axis;
		const from = 5 + 3 * axis;
		const yc = today[from + 1] - cos * today[from];
		const ys = today[from + 2] - sin * today[from];
		days[at] += yc;
		days[at + 1] += ys;
		days[at + 2] += explainedBy(design, yc, ys);
	}
	return days.map(Math.fround);
}
/** Fewer blocks tell nothing of a day. */
const fewestBlocks$1 = 8;
/** About the last four weeks count. */
const keptShare = 27 / 28;
/**
* The wave to be taken out from now on. It stays what it was while the days' own differs by little: every change of it
* would be a change of the baseline.
*/
function fitWave(cycle, noise) {
	const { wave, heard } = cycle;
	if (!hasTwoDays(cycle) || noise.most === 0) return wave;
	const estimates = Array.from(noise.sigma, (_, axis) => estimateWave(cycle, axis, noise));
	const share = shareTaken(estimates, noise);
	const fitted = [heard[1], heard[2]];
	let largest = 0;
	estimates.forEach(({ cos, sin, holds }, axis) => {
		const [b, c] = holds ? [share * cos, share * sin] : [0, 0];
		fitted.push(b, c);
		const [db, dc] = [b - wave[2 + 2 * axis], c - wave[3 + 2 * axis]];
		largest = Math.max(largest, db * db + dc * dc);
	});
	const material = materialShare * noise.most;
	return largest > material * material ? fitted.map(Math.fround) : wave;
}
/** Of the largest amplitude; a fifth of the zone. */
const materialShare = .1;
/** Of a larger wave only the part that is no fault is taken out: the rest is left for W to see. */
function shareTaken(estimates, { most }) {
	let square = 0;
	for (const { cos, sin, holds } of estimates) if (holds) square += cos * cos + sin * sin;
	return square > most * most ? most / Math.sqrt(square) : 1;
}
/** Whether the wave was heard twice. Days fade: two are a little less than 2. */
function hasTwoDays({ days }) {
	return days[0] > 1.9;
}
/**
* One value's wave: ridge regression, the prior amplitude being the largest that is taken out. How much its days differ
* among themselves is the noise it is held against: slow noise is no wave, however large. Null before two days.
*/
function estimateWave(cycle, axis, noise) {
	if (!hasTwoDays(cycle)) return null;
	const { days } = cycle;
	const [yc, ys, byDays] = [
		days[5 + 3 * axis],
		days[6 + 3 * axis],
		days[7 + 3 * axis]
	];
	const sigma = noise.sigma[axis];
	const shared = {
		cc: days[2],
		cs: days[3],
		ss: days[4],
		ridge: ridgeOf(noise)
	};
	const explained = explainedBy(shared, yc, ys);
	const degrees = ownDegrees + Math.max(0, days[1] - rankOf(shared));
	const variance = (ownDegrees * sigma * sigma + Math.max(0, byDays - explained)) / degrees;
	const ratio = explained / (2 * variance);
	const ridge = variance / (noise.most * noise.most);
	const [cos, sin] = solve({
		...shared,
		ridge
	}, yc, ys);
	return {
		cos,
		sin,
		holds: ratio > fisherLimit(degrees),
		variance
	};
}
/** The noise of single blocks stands for the days', with this weight. */
const ownDegrees = 2;
/** f with P(F(2, nu) > f) = errorRate, which has a closed form: (1 + 2f/nu)^(-nu/2). */
function fisherLimit(degrees) {
	return .5 * degrees * (exp(-2 / degrees * ln(errorRate)) - 1);
}
const errorRate = .01;
/** Noise over prior, the same for all values of a sensor. */
function ridgeOf({ sigma, most }) {
	let sum = 0;
	for (let axis = 0; axis < sigma.length; axis += 1) sum += sigma[axis] * sigma[axis];
	return Math.max(leastRidge, sum / (sigma.length * most * most));
}
const leastRidge = .001;
function solve(design, yc, ys) {
	const { cs } = design;
	const cc = design.cc + design.ridge;
	const ss = design.ss + design.ridge;
	const determinant = cc * ss - cs * cs;
	return [(ss * yc - cs * ys) / determinant, (cc * ys - cs * yc) / determinant];
}
function explainedBy(design, yc, ys) {
	const [b, c] = solve(design, yc, ys);
	return b * yc + c * ys;
}
/** How many of the two regressors the data say something about: the trace of the hat matrix. */
function rankOf(design) {
	const { cc, cs, ss } = design;
	return solve(design, cc, cs)[0] + solve(design, cs, ss)[1];
}

/** What a bucket remembers of the time of day of its blocks: whole numbers, so that it costs few bytes, and adds up. */
function dayMarks(atUs) {
	const [cos, sin] = cosSinOfTurns(turnsOfDay(atUs));
	return [Math.round(parts * (1 + cos)), Math.round(parts * (1 + sin))];
}
/** Mean cosine and sine of the time of day of so many blocks; null where a bucket has no marks. */
function meanOfMarks(marks, blocks) {
	const [cos, sin] = marks;
	if (cos === void 0 || sin === void 0) return null;
	return {
		x: cos / (parts * blocks) - 1,
		y: sin / (parts * blocks) - 1
	};
}
/** A radius is told in so many parts: to 1.6 %. */
const parts = 32;
/** Until the wave of every sensor is known: until then another one may have to be taken out of the buckets. */
function needsMarks(tracks) {
	return limitedSensors.some((sensor) => {
		const { cycle } = tracks[sensor];
		return cycle !== null && (!hasTwoDays(cycle) || cycle.unsure.some((unsure) => unsure > 0));
	});
}

/**
* Puts a newly calibrated sensor's blocks into the sums as if they had been there from the start, in place of what the
* sums held of it. Blocks older than the first bucket join the reference, the others their bucket; blocks under watch
* that are newer than every bucket get buckets of their own. A reference that is frozen is the past alone: there all of
* the baseline is past, whatever the buckets hold of the other sensors, or nothing would be left to compare with.
*/
function placeBlocks(sums, firstChannel, blocks, shape) {
	const width = blocks.reference[0].placed.length;
	let placed = clearChannels(sums, firstChannel, width);
	for (const block of blocks.reference) placed = shape.referenceFrozen ? {
		...placed,
		past: addValues(placed.past, widen$1(placed.channels, firstChannel, block))
	} : addWhereItBelongs(placed, firstChannel, block);
	const scores = blocks.reference.map(({ score }) => score);
	placed = {
		...placed,
		scatter: addBaselineScatter(placed.scatter, firstChannel, scores)
	};
	placed = {
		...placed,
		scatter: addInherited(placed, firstChannel, blocks, shape)
	};
	for (const block of blocks.watched) placed = block.seq <= placed.buckets.newestSeq ? addWhereItBelongs(placed, firstChannel, block) : addBlock(placed, {
		seq: block.seq,
		...widen$1(placed.channels, firstChannel, block),
		dayMarks: dayMarks(block.atUs)
	}, shape);
	return placed;
}
/** With what is inherited of its growth, in units of what a block of the new baseline varies. */
function addInherited({ scatter, channels }, firstChannel, { reference, inherited }, { scatterModel: model }) {
	if (model === null) return scatter;
	let sums = zeros(3 * channels);
	for (const block of reference) sums = addValues(sums, widen$1(channels, firstChannel, block));
	return inherited.reduce((all, curve, axis) => {
		const channel = firstChannel + axis;
		return addCurve(all, {
			channel,
			curve,
			variance: blockVariance(sums, channel, model)
		});
	}, scatter);
}
/** One sensor's block as a block of all channels. */
function widen$1(channels, firstChannel, block) {
	const weights = zeros(channels);
	const values = zeros(channels);
	block.score.forEach((value, axis) => {
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
	return {
		...sums,
		scatter: clearScatter(sums.scatter, firstChannel, width),
		past: filled(sums.past.slice(), 0, 3 * firstChannel, 3 * (firstChannel + width)),
		buckets: sums.buckets.cleared(firstChannel, width)
	};
}
/** The sums are of the caller's own: their buckets are written where they stand. */
function addWhereItBelongs(sums, firstChannel, block) {
	const values = widen$1(sums.channels, firstChannel, block);
	const row = sums.buckets.rowBefore(block.seq);
	if (row < 0) return {
		...sums,
		past: addValues(sums.past, values)
	};
	const bucket = sums.buckets.at(row);
	const fuller = {
		...bucket,
		sums: keptSums(addValues(bucket.sums, values), sums.channels)
	};
	return {
		...sums,
		buckets: sums.buckets.movedOn((bench) => bench.write(bench.places[row], fuller))
	};
}

/** In place of the value of a channel that a frame does not carry: a list of bare numbers has no null. */
const absent = NaN;
function isAbsent(value) {
	return Number.isNaN(value);
}
/**
* Adds a frame to the reference where it stands, held to within 4 sigma of the mean so far; `weight` below 1 for frames that resemble
* their neighbours.
*/
function addFrame(moments, frame, weight) {
	const { first, second } = moments;
	const channels = frame.length;
	for (let j = 0; j < channels; j += 1) held$1[j] = heldNear(moments, j, frame[j]);
	for (let j = 0, pair = 0; j < channels; j += 1) {
		if (isAbsent(frame[j])) {
			pair += 3 * (channels - j);
			continue;
		}
		const u = held$1[j];
		first[2 * j] += weight;
		first[2 * j + 1] += weight * u;
		for (let k = j; k < channels; k += 1, pair += 3) {
			if (isAbsent(frame[k])) continue;
			const v = held$1[k];
			second[pair] += weight;
			second[pair + 1] += weight * u * v;
			second[pair + 2] += weight * u * v * u * v;
		}
	}
}
/** A register: the values of one frame. */
const held$1 = new Float64Array(channels.length);
function heldNear(moments, channel, value) {
	const mean = meanOf$2(moments, channel);
	return Math.max(mean - maxSigma, Math.min(mean + maxSigma, value));
}
const maxSigma = 4;
/** Forgets everything about some channels. */
function clearMoments(moments, firstChannel, width) {
	const first = moments.first.slice();
	const second = moments.second.slice();
	const channels = first.length / 2;
	const isCleared = (channel) => channel >= firstChannel && channel < firstChannel + width;
	for (let j = 0, pair = 0; j < channels; j += 1) {
		if (isCleared(j)) filled(first, 0, 2 * j, 2 * j + 2);
		for (let k = j; k < channels; k += 1, pair += 3) if (isCleared(j) || isCleared(k)) filled(second, 0, pair, pair + 3);
	}
	return {
		first,
		second
	};
}
/** Largest absolute correlation between channels of different sensors, from at least `fewest` common frames. */
function largestCrossCorrelation(moments, fewest) {
	const channels = moments.first.length / 2;
	for (let j = 0; j < channels; j += 1) {
		means[j] = meanOf$2(moments, j);
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
/** Registers: of each channel. */
const means = new Float64Array(channels.length);
const variances = new Float64Array(channels.length);
/** Null when the pair was seen in fewer than two frames. */
function covariance({ second }, pair, productOfMeans) {
	const count = second[pair];
	if (count < 2) return null;
	return (second[pair + 1] / count - productOfMeans) * count / (count - 1);
}
function meanOf$2(moments, channel) {
	const weight = moments.first[2 * channel];
	return weight > 0 ? moments.first[2 * channel + 1] / weight : 0;
}
/** Where the sums of the pair j <= k start, in the order (0,0), (0,1) ... (1,1) ... */
function pairAt(j, k, channels) {
	return 3 * (j * channels - j * (j - 1) / 2 + (k - j));
}

/** Where each number of a channel stands, from its first; `grown` is 1 or 0. */
const noiseColumns = {
	blocks: 0,
	variance: 1,
	sinceBlocks: 2,
	sinceSquares: 3,
	sinceSeq: 4,
	sinceUs: 5,
	grown: 6
};
const noiseWidth = 7;
const noNoises = () => zeros(7 * channels.length);
function noiseOf(noises, channel) {
	const at = 7 * channel;
	return {
		blocks: noises[at + noiseColumns.blocks],
		variance: noises[at + noiseColumns.variance],
		sinceBlocks: noises[at + noiseColumns.sinceBlocks],
		sinceSquares: noises[at + noiseColumns.sinceSquares],
		sinceSeq: noises[at + noiseColumns.sinceSeq],
		sinceUs: noises[at + noiseColumns.sinceUs],
		grown: hasGrown(noises, channel)
	};
}
function hasGrown(noises, channel) {
	return noises[7 * channel + noiseColumns.grown] === 1;
}
function writeNoise(noises, channel, noise) {
	const at = 7 * channel;
	noises[at + noiseColumns.blocks] = noise.blocks;
	noises[at + noiseColumns.variance] = noise.variance;
	noises[at + noiseColumns.sinceBlocks] = noise.sinceBlocks;
	noises[at + noiseColumns.sinceSquares] = noise.sinceSquares;
	noises[at + noiseColumns.sinceSeq] = noise.sinceSeq;
	noises[at + noiseColumns.sinceUs] = noise.sinceUs;
	noises[at + noiseColumns.grown] = noise.grown ? 1 : 0;
}
/** Forgets what one channel has heard since it last looked ordinary. */
function forgetSince(noises, channel) {
	const at = 7 * channel;
	filled(noises, 0, at + noiseColumns.sinceBlocks, at + 7);
}
/** The noises without what they hold of some channels. */
function clearNoises(noises, first, count) {
	return filled(noises.slice(), 0, 7 * first, 7 * (first + count));
}

/** Middle value, or the mean of the two middle ones, of the first so many; 0 of nothing. The values are left as they are. */
function median(values, size = values.length) {
	if (size === 0) return 0;
	const lower = (size >> 1) + 1;
	const sorted = lower <= register.length ? register : new Float64Array(lower);
	sortLower(sorted, values, size);
	const upper = sorted[size >> 1];
	return size % 2 === 1 ? upper : .5 * (sorted[(size >> 1) - 1] + upper);
}
/** Median absolute deviation from the given centre, scaled to the standard deviation of a normal distribution. */
function robustSpread(values, centre) {
	const size = values.length;
	const away = size <= distances.length ? distances : new Float64Array(size);
	for (let at = 0; at < size; at += 1) away[at] = Math.abs(values[at] - centre);
	return 1.4826 * median(away, size);
}
/**
* Huber's M-estimate of location: values further than 2.5 sigma from the centre pull no harder than at 2.5 sigma. It starts at
* the median; four rounds bring it to rest within a thousandth of sigma. 0 of nothing.
*/
function huberMean(values, sigma) {
	return huberMeanFrom(median(values), values, sigma);
}
const everyOne = {
	first: 0,
	step: 1
};
/** The same of values whose median is known. */
function huberMeanFrom(middle, values, sigma, { first, step } = everyOne) {
	const reach = 2.5 * sigma;
	const size = Math.ceil((values.length - first) / step);
	let centre = middle;
	if (!(size > 0 && reach > 0)) return centre;
	for (let round = 0; round < 4; round += 1) {
		let sum = 0;
		for (let at = first; at < values.length; at += step) {
			const distance = values[at] - centre;
			sum += distance > reach ? reach : distance < -reach ? -reach : distance;
		}
		centre += sum / size;
	}
	return centre;
}
/** The median of five values, by comparisons alone: every block of every channel asks for it. */
function medianOfFive(values, { first, step } = everyOne) {
	const a = values[first];
	const b = values[first + step];
	const c = values[first + 2 * step];
	const d = values[first + 3 * step];
	const lower = Math.max(Math.min(a, b), Math.min(c, d));
	const upper = Math.min(Math.max(a, b), Math.max(c, d));
	return Math.max(Math.min(lower, upper), Math.min(Math.max(lower, upper), values[first + 4 * step]));
}
/** Registers, written over by the next call: what is sorted is mostly half of the values of 20 blocks. */
const register = /* @__PURE__ */ new Float64Array(64);
const distances = /* @__PURE__ */ new Float64Array(64);
/** The lowest of so many values, as many as their middle takes, by insertion, because there are eleven of them. */
function sortLower(sorted, values, size) {
	const most = (size >> 1) + 1;
	for (let at = 0; at < size; at += 1) {
		const value = values[at];
		let hole = at;
		if (at >= most) {
			if (value >= sorted[most - 1]) continue;
			hole = most - 1;
		}
		for (; hole > 0 && sorted[hole - 1] > value; hole -= 1) sorted[hole] = sorted[hole - 1];
		sorted[hole] = value;
	}
}

/**
* The newest blocks of a sensor, oldest first. Whoever owns the track moves them on where they stand. Every block walks over all
* of them, so they are one list, one piece of memory: [entry number, weight, ...values] of each.
*/
var RecentBlocks = class RecentBlocks {
	#rows;
	/** Numbers of a row; those of its head while there is no block. */
	#stride;
	/** Values by size, axis by axis, once a median was asked for; kept in order as blocks come and go. */
	#ranked = null;
	#moves = 0;
	constructor(rows, stride) {
		this.#rows = rows;
		this.#stride = stride;
	}
	static none() {
		return new RecentBlocks(zeros(0), head$1);
	}
	static of({ seqs, weights, placed }) {
		const { length } = seqs;
		const width = length === 0 ? 0 : placed.length / length;
		const stride = head$1 + width;
		const rows = zeros(stride * length);
		for (let at = 0, to = 0, from = 0; at < length; at += 1, to += stride) {
			rows[to] = seqs[at];
			rows[to + 1] = weights[at];
			for (let axis = 0; axis < width; axis += 1, from += 1) rows[to + head$1 + axis] = placed[from];
		}
		return new RecentBlocks(rows, stride);
	}
	/** The same in lists of their own. */
	copied() {
		const copy = new RecentBlocks(this.#rows.slice(), this.#stride);
		copy.#ranked = this.#ranked && this.#ranked.map((values) => values.slice());
		copy.#moves = this.#moves;
		return copy;
	}
	get count() {
		return this.#rows.length / this.#stride;
	}
	/** How often they were moved on: what was computed from them before is of others. */
	get moves() {
		return this.#moves;
	}
	seqAt(at) {
		return this.#rows[this.#stride * at];
	}
	weightAt(at) {
		return this.#rows[this.#stride * at + 1];
	}
	valueAt(at, axis) {
		return this.#rows[this.#stride * at + head$1 + axis];
	}
	/** One value of all blocks from a place on. */
	valuesFrom(first, axis) {
		const values = zeros(this.count - first);
		const { first: from, step } = this.#column(first, axis);
		for (let at = 0, place = from; at < values.length; at += 1, place += step) values[at] = this.#rows[place];
		return values;
	}
	/** Huber mean of one value of all blocks from a place on. */
	meanFrom(first, axis, sigma) {
		const middle = first === 0 && this.count > 0 ? this.median(axis) : median(this.valuesFrom(first, axis));
		return huberMeanFrom(middle, this.#rows, sigma, this.#column(first, axis));
	}
	/** Median of one value of the five blocks from a place on. */
	medianOfFiveFrom(first, axis) {
		return medianOfFive(this.#rows, this.#column(first, axis));
	}
	/** Where one value of all blocks from a place on stands. */
	#column(first, axis) {
		return {
			first: this.#stride * first + head$1 + axis,
			step: this.#stride
		};
	}
	/** Of one value of all blocks. */
	median(axis) {
		this.#ranked ??= this.#rankedAnew();
		const ranked = this.#ranked[axis];
		const half = ranked.length >> 1;
		return ranked.length % 2 === 1 ? ranked[half] : .5 * (ranked[half - 1] + ranked[half]);
	}
	#rankedAnew() {
		return Array.from({ length: this.#stride - head$1 }, (_, axis) => doublesOf(this.valuesFrom(0, axis).toSorted((one, other) => one - other)));
	}
	/** In how many of them a value lies below a limit. */
	countBelow(limit, axis) {
		let below = 0;
		for (let place = head$1 + axis; place < this.#rows.length; place += this.#stride) if (this.#rows[place] < limit) below += 1;
		return below;
	}
	/** Takes one more; only so many of the newest stay. */
	take({ seq, weight, placed }, keep) {
		const stride = head$1 + placed.length;
		const leaving = Math.max(0, this.count + 1 - keep);
		this.#rank(placed, leaving);
		if (leaving > 0) shift(this.#rows, leaving * stride);
		this.#stride = stride;
		this.#rows.push(seq, weight);
		for (let axis = 0; axis < placed.length; axis += 1) this.#rows.push(placed[axis]);
		this.#moves += 1;
		if (leaving === 0 && this.count === keep) this.#trim();
	}
	#trim() {
		this.#rows = this.#rows.slice();
		this.#ranked = this.#ranked && this.#ranked.map((values) => values.slice());
	}
	/** One step of a sort that is done, where one block comes and at most one leaves. */
	#rank(placed, leaving) {
		const ranked = this.#ranked;
		if (ranked === null) return;
		if (ranked.length !== placed.length || leaving > 1) {
			this.#ranked = null;
			return;
		}
		for (let axis = 0; axis < placed.length; axis += 1) replaceRanked(ranked[axis], leaving === 1 ? this.valueAt(0, axis) : null, placed[axis]);
	}
	/** In lists of the caller's own. */
	columns() {
		const { count } = this;
		const width = this.#stride - head$1;
		const [seqs, weights, placed] = [
			zeros(count),
			zeros(count),
			zeros(width * count)
		];
		for (let at = 0, from = 0, to = 0; at < count; at += 1, from += this.#stride) {
			seqs[at] = this.#rows[from];
			weights[at] = this.#rows[from + 1];
			for (let axis = 0; axis < width; axis += 1, to += 1) placed[to] = this.#rows[from + head$1 + axis];
		}
		return {
			seqs,
			weights,
			placed
		};
	}
	*[Symbol.iterator]() {
		for (let from = 0; from < this.#rows.length; from += this.#stride) {
			const placed = this.#rows.slice(from + head$1, from + this.#stride);
			yield {
				seq: this.#rows[from],
				weight: this.#rows[from + 1],
				placed
			};
		}
	}
};
/** Numbers of a row before its values. */
const head$1 = 2;
/** Leaves out the first numbers of a list where it stands: what is left are a few dozen. */
function shift(list, count) {
	for (let at = count; at < list.length; at += 1) list[at - count] = list[at];
	for (let gone = 0; gone < count; gone += 1) list.pop();
}
/** Puts a value where it belongs, in place of one that leaves, or beside all others. */
function replaceRanked(ranked, leaving, coming) {
	let at = leaving === null ? ranked.push(coming) - 1 : ranked.indexOf(leaving);
	for (; at + 1 < ranked.length && ranked[at + 1] < coming; at += 1) ranked[at] = ranked[at + 1];
	for (; at > 0 && ranked[at - 1] > coming; at -= 1) ranked[at] = ranked[at - 1];
	ranked[at] = coming;
}

/**
* The vehicle once a breach is over that was opened early: a baseline of a few blocks is none to go on with, and its sensors
* learn from the start.
*/
function withdrawEarlyBaselines(state, { baseline }) {
	let { evidence, moments, noise } = state;
	const tracks = { ...state.tracks };
	for (const sensor of limitedSensors) {
		const track = tracks[sensor];
		if (!restsOnFewBlocks(track, baseline.provisionalBlocks)) continue;
		const unlearnt = {
			calibration: null,
			previousUs: null,
			recent: RecentBlocks.none(),
			learnt: [],
			cycle: null
		};
		tracks[sensor] = {
			...track,
			...unlearnt
		};
		const [first, width] = [firstChannel[sensor], trackWidths[sensor]];
		evidence = clearChannels(evidence, first, width);
		moments = clearMoments(moments, first, width);
		noise = clearNoises(noise, first, width);
	}
	return {
		...state,
		tracks,
		evidence,
		moments,
		noise
	};
}
function restsOnFewBlocks({ calibration }, provisionalBlocks) {
	return calibration !== null && !calibration.established && calibration.blocks < provisionalBlocks;
}

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
const confidenceAlone$1 = ["confidence"];
/** Camera, radar and lidar together. */
function calibrationModel(tracks, referenceFrozen, settings, known = noCurveMemo()) {
	const { zones, priorVariances, priorCurves, blockLevels } = termsOf(calibrationSensors, tracks, settings, known);
	return {
		...sharedTerms(settings, referenceFrozen),
		zones,
		priorVariances,
		blockLevels,
		priorCurves,
		directions: calibrationDirections,
		known,
		sensors: calibrationChannels
	};
}
/** By sensor, as [first, one past the last]. */
const calibrationChannels = [
	[0, 3],
	[3, 4],
	[4, 5]
];
function termsOf(names, tracks, settings, known) {
	const { terms = null } = known;
	if (terms !== null && terms.settings === settings && areOf(terms, names, tracks)) return terms;
	const found = computeTerms(names, tracks, settings);
	known.terms = found;
	return found;
}
function areOf({ calibrations, levels }, names, tracks) {
	for (let at = 0; at < names.length; at += 1) {
		const { calibration, level } = tracks[names[at]];
		if (calibrations[at] !== calibration || levels[at] !== level) return false;
	}
	return true;
}
function computeTerms(names, tracks, settings) {
	let channels = 0;
	for (const name of names) channels += trackWidths[name];
	const zones = zeros(channels);
	const priorVariances = filled(zeros(channels), 1);
	const priorCurves = [];
	const blockLevels = zeros(channels);
	for (const name of names) {
		const { calibration, level } = tracks[name];
		const first = priorCurves.length;
		for (let axis = 0; axis < trackWidths[name]; axis += 1) {
			blockLevels[first + axis] = level;
			priorCurves.push(priorCurveOf(name, calibration?.leastCorrelation[axis] ?? 0, settings));
		}
		if (calibration === null) continue;
		for (let axis = 0; axis < calibration.zones.length; axis += 1) {
			zones[first + axis] = calibration.zones[axis];
			priorVariances[first + axis] = priorVarianceOf(calibration.clipUnit[axis]);
		}
	}
	return {
		settings,
		calibrations: names.map((name) => tracks[name].calibration),
		levels: names.map((name) => tracks[name].level),
		zones,
		priorVariances,
		priorCurves,
		blockLevels
	};
}
/** The lidar's confidence, which has a test of its own. */
function confidenceModel(tracks, referenceFrozen, settings, known = noCurveMemo()) {
	const { zones, priorVariances, priorCurves, blockLevels } = termsOf(confidenceAlone$1, tracks, settings, known);
	return {
		...sharedTerms(settings, referenceFrozen),
		zones,
		priorVariances,
		blockLevels,
		priorCurves,
		directions: directions.confidence,
		known,
		sensors: singleSensor.confidence
	};
}
/** One track on its own: a baseline looked through for a change, or taught anew. */
function singleModel(name, calibration, referenceFrozen, settings) {
	const { zones, priorVariances, priorCurves, blockLevels } = computeTerms([name], { [name]: {
		calibration,
		level: 0
	} }, settings);
	return {
		...sharedTerms(settings, referenceFrozen),
		zones,
		priorVariances,
		blockLevels,
		priorCurves,
		directions: directions[name],
		sensors: singleSensor[name]
	};
}
const singleSensor = {
	camera: [[0, trackWidths.camera]],
	radar: [[0, trackWidths.radar]],
	lidar: [[0, trackWidths.lidar]],
	confidence: [[0, trackWidths.confidence]]
};
function histogramShape(settings, referenceFrozen, kind, scatterModel) {
	const { bucketsPerLevel, confidenceBucketsPerLevel, levels } = settings.evidence;
	return {
		bucketsPerLevel: kind === "calibration" ? bucketsPerLevel : confidenceBucketsPerLevel,
		levels,
		referenceFrozen,
		scatterModel
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
/** That of the settings, or of its fleet; of a baseline that was doubted at least as correlated as was found. */
function priorCurveOf(name, leastCorrelation, { prior }) {
	const usual = prior.curves[name];
	if (leastCorrelation === 0) return usual;
	const correlated = ratiosOfCorrelated(leastCorrelation);
	return {
		ratios: usual.ratios.map((ratio, scale) => Math.max(ratio, correlated[scale])),
		degrees: usual.degrees.map((degrees) => Math.max(degrees, doubtDegrees))
	};
}
/** A doubt rests on about as many blocks as a provisional baseline has. */
const doubtDegrees = 10;
/** One sigma^2, in the unit of the sums. */
function priorVarianceOf(clipUnit) {
	return 1 / (clipUnit * clipUnit);
}

/** Moves one channel's noise by one more block where it stands; exported for the vectors, which drive it alone. */
function followChannel(noises, channel, block, rule) {
	const at = 7 * channel;
	const blocks = noises[at + noiseColumns.blocks];
	if (blocks === 0) return;
	const variance = noises[at + noiseColumns.variance];
	const before = noises[at + noiseColumns.sinceBlocks];
	const grown = hasGrown(noises, channel);
	let sinceBlocks = before + block.weight;
	let sinceSquares = noises[at + noiseColumns.sinceSquares] + block.weight * Math.min(maxSquare, block.square / variance);
	let excess = sinceSquares - ordinarySquare * sinceBlocks;
	const nats = growthNats(blocks, sinceBlocks, sinceSquares, rule.dispersion);
	const limit = rule.limitNats * rule.dispersion / natsOfExcess;
	if (nats <= 0 || grown && excess < .5 * limit) {
		if (block.learns && !grown) takeIn(noises, at, {
			sinceBlocks,
			sinceSquares
		});
		forgetSince(noises, channel);
		return;
	}
	if (before === 0) {
		noises[at + noiseColumns.sinceSeq] = block.seq;
		noises[at + noiseColumns.sinceUs] = block.timestampUs;
	}
	const held = Math.min(1, 1.5 * limit / excess);
	excess *= held;
	sinceBlocks *= held;
	sinceSquares *= held;
	noises[at + noiseColumns.sinceBlocks] = Math.fround(sinceBlocks);
	noises[at + noiseColumns.sinceSquares] = Math.fround(sinceSquares);
	if (excess >= limit && nats >= rule.referenceNats) noises[at + noiseColumns.grown] = 1;
}
/**
* The blocks since looked ordinary: they join the reference. What was found to have grown is no reference, not even once it has
* come back.
*/
function takeIn(noises, at, { sinceBlocks, sinceSquares }) {
	const blocks = noises[at + noiseColumns.blocks];
	const variance = noises[at + noiseColumns.variance];
	noises[at + noiseColumns.blocks] = Math.fround(blocks + sinceBlocks);
	noises[at + noiseColumns.variance] = atLeast(variance * (blocks + sinceSquares) / (blocks + sinceBlocks));
}
/**
* ln of how much likelier the blocks since are with a variance four times the reference's than with the same one, where
* the reference's own is only known from its blocks (the ratio of two predictive F densities). `dispersion` blocks count
* as one. 0 where they scatter no more than such a change would leave open.
*/
function growthNats(blocks, sinceBlocks, sinceSquares, dispersion) {
	if (sinceSquares <= ordinarySquare * sinceBlocks) return 0;
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
const maxSquare = 9;
/** A channel's reference from a baseline's own blocks: their values in sigma, oldest first, and their weights. */
function startChannel(values, weights) {
	const squares = values.map((value, at) => {
		const away = besideMedian(values.slice(Math.max(0, at - 5), at), value);
		return away * away;
	});
	let blocks = 0;
	for (const weight of weights) blocks += weight;
	return {
		...noiseOf(noNoises(), 0),
		blocks: Math.fround(blocks),
		variance: meanSquare(squares)
	};
}
/** The mean of squares none of which counts for more than nine times that mean. */
function meanSquare(squares) {
	let mean = 1;
	for (let pass = 0; pass < passes; pass += 1) {
		let sum = 0;
		for (const square of squares) sum += Math.min(square, maxSquare * mean);
		mean = atLeast(sum / squares.length);
	}
	return mean;
}
/** Each pass takes what is left of an outlier to a fifth. */
const passes = 8;
/** A sensor that never varied is not taken to be quieter than a third of what its baseline assumed. */
function atLeast(variance) {
	return Math.fround(Math.max(leastVariance, variance));
}
const leastVariance = 1 / 9;
/** How far a value lies from the median of the five before it; from the baseline, which is 0, while there are fewer. */
function besideMedian(before, value) {
	return before.length < 5 ? value : value - medianOfFive(before);
}
/** So many blocks before it a block is held against. */
const looksBack = 5;

/**
* Remembers a block among the newest `keep`. The block that has to leave joins the mean of the reference, held to
* within 2.5 sigma of it, unless the reference must not move.
*/
function rememberRecent(track, scored, rule) {
	const { recent } = track;
	if (recent.count >= rule.keep && rule.referenceMoves) joinCentre(track);
	recent.take(scored, rule.keep);
}
/** The oldest of the newest blocks joins the mean of the reference. */
function joinCentre(track) {
	const { recent } = track;
	const leaving = recent.weightAt(0);
	track.centreWeight += leaving;
	const { scale } = calibrationOf(track);
	const { centre } = track;
	for (let axis = 0; axis < centre.length; axis += 1) {
		const mean = centre[axis];
		const reach = 2.5 * scale[axis];
		const step = Math.max(-reach, Math.min(reach, recent.valueAt(0, axis) - mean));
		centre[axis] = mean + step * leaving / track.centreWeight;
	}
}
/** Median of each value of the newest five blocks; null of fewer. */
function newestMedians({ recent, centre }) {
	const first = recent.count - 5;
	if (first < 0) return null;
	const medians = zeros(centre.length);
	for (let axis = 0; axis < medians.length; axis += 1) medians[axis] = recent.medianOfFiveFrom(first, axis);
	return medians;
}
/** How many of the newest blocks ended at an entry number or later. */
function recentCount({ recent }, sinceSeq) {
	if (sinceSeq <= 1) return recent.count;
	let count = 0;
	for (let at = recent.count - 1; at >= 0 && recent.seqAt(at) >= sinceSeq; at -= 1) count += 1;
	return count;
}
/** One value of the newest blocks that ended at an entry number or later, oldest first. */
function recentValues(track, axis, sinceSeq) {
	return track.recent.valuesFrom(track.recent.count - recentCount(track, sinceSeq), axis);
}
function recentMeans(track, sinceSeq) {
	const { calibration, centre } = track;
	if (calibration === null) return noMeans;
	const blocks = recentCount(track, sinceSeq);
	const values = zeros(centre.length);
	for (let axis = 0; axis < values.length; axis += 1) values[axis] = recentMean(track, axis, blocks);
	return {
		blocks,
		values
	};
}
/** Huber mean of one value of so many of a calibrated sensor's newest blocks. */
function recentMean(track, axis, blocks) {
	const { recent } = track;
	return recent.meanFrom(recent.count - blocks, axis, calibrationOf(track).scale[axis]);
}
const noMeans = {
	blocks: 0,
	values: []
};

/**
* The number with six significant decimal digits nearest to a value: how scores state what they say. With 10^e <= |value| < 10^(e+1)
* and k = 5 - e it is U+230a|value|*10^k + 1/2U+230b / 10^k, for a negative k U+230a|value| / 10^-k + 1/2U+230b*10^-k: operations that round as
* IEEE 754 has it, with powers of ten that binary64 holds, so that every language gives the same bits; and the shortest text
* of it has six digits at most. A value under 10^-15 stays as it is, and so does one from 10^21 on. There is one zero.
*/
function sixDigits(value) {
	const size = Math.abs(value);
	if (!(size >= 1e-15 && size < 1e21)) return value === 0 ? 0 : value;
	const stated = stateSize(size);
	return value < 0 ? -stated : stated;
}
function stateSize(size) {
	const power = 5 - decadeOf(size);
	if (power < 0) return Math.floor(size / tenTo[-power] + .5) * tenTo[-power];
	return Math.floor(size * tenTo[power] + .5) / tenTo[power];
}
/** e, by comparison: a logarithm is another one in every library. */
function decadeOf(size) {
	let decade = 0;
	if (size >= 1) while (size >= decades[decade + 1 - lowest]) decade += 1;
	else while (size < decades[decade - lowest]) decade -= 1;
	return decade;
}
const lowest = -15;
/** 10^-15 to 10^21, and 10^0 to 10^20. */
const decades = Array.from({ length: 37 }, (_, at) => Number(`1e${at + lowest}`));
const tenTo = decades.slice(15, -1);
/** Codes of numbers with six digits from 10^-6 up to 1,000, of either sign: each in three bytes. */
const codedFrom = -6;
const codedDecades = 9;
const numbersADecade = 9e5;
const leastDigits = 1e5;
const positiveCodes = codedDecades * numbersADecade;
/** The code of a number from which `ofSixDigitCode` makes the very same one; -1 for a number that has none. */
function sixDigitCode(value) {
	const size = Math.abs(value);
	if (!(size >= 1e-6 && size < 1e3)) return -1;
	const decade = decadeOf(size);
	const power = tenTo[5 - decade];
	const digits = Math.round(size * power);
	if (digits / power !== size) return -1;
	const code = (decade - codedFrom) * numbersADecade + digits - leastDigits;
	return value < 0 ? code + positiveCodes : code;
}
/** Throws RangeError on a number that is no code. */
function ofSixDigitCode(code) {
	if (!(code < 2 * positiveCodes)) throw new RangeError(`no number has this code: ${code}`);
	const isNegative = code >= positiveCodes;
	const place = isNegative ? code - positiveCodes : code;
	const decade = Math.floor(place / numbersADecade);
	const size = (place % numbersADecade + leastDigits) / tenTo[11 - decade];
	return isNegative ? -size : size;
}

/** Whether what a vehicle is accused of rests on an early verdict alone. */
function isProvisional(breach) {
	return breach !== null && breach.early !== null && !breach.early.confirmed;
}

/** W; null where no start of a change is likelier than none. */
function statedNats(nats) {
	return nats === null ? null : sixDigits(nats);
}
/** A length in metres that was stated so: the same digits. */
function inMillimetres(metres) {
	return sixDigits(1e3 * metres);
}
/** What an open breach rests on until it is confirmed; null from then on. */
function statedVerdict(breach) {
	if (!isProvisional(breach)) return null;
	const { verdict } = breach.early;
	return {
		...verdict,
		correlation: sixDigits(verdict.correlation),
		statistic: sixDigits(verdict.statistic),
		drift: sixDigits(verdict.drift),
		driftSd: sixDigits(verdict.driftSd)
	};
}

function reportedOf(state, settings) {
	return {
		tier: state.tier.tier,
		breach: state.breach,
		baseline: baselineState(state, settings)
	};
}
/** What the outside is reported of the difference between two states: baseline, breach, tier, in this order. */
function eventsBetween(before, after, settings) {
	const events = [];
	const to = baselineState(after, settings);
	if (before.baseline !== to) events.push({
		kind: "baseline_changed",
		from: before.baseline,
		to
	});
	const isOther = before.breach?.openedSeq !== after.breach?.openedSeq;
	if (isOther && before.breach !== null) events.push({ kind: "breach_closed" });
	if (isOther && after.breach !== null) events.push(openingOf(after.breach, settings));
	if (before.tier !== after.tier.tier) events.push({
		kind: "tier_changed",
		from: before.tier,
		to: after.tier.tier,
		reason: after.tier.reason
	});
	return events;
}
function openingOf(breach, settings) {
	const { openedSeq: _seq, ...opening } = openingFacts(breach, settings);
	const { changePointSeq } = breach;
	return {
		kind: "breach_opened",
		...opening,
		changePointSeq,
		provisional: statedVerdict(breach)
	};
}
/** Of the breach that is open in a state; null where none is. */
function openBreachOf({ breach }, settings) {
	return breach === null ? null : openingFacts(breach, settings);
}
function openingFacts({ openedSeq, statistic, channel, side, early }, { evidence }) {
	const threshold = early !== null && early.verdict.statistic === statistic ? early.verdict.limit : evidence.cautionNats;
	return {
		openedSeq,
		statistic: sixDigits(statistic),
		threshold,
		channel,
		side
	};
}

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

/**
* Drift of the newest blocks from the reference mean, since a change or else of the last twenty; null before there is a
* baseline. Without a change, one or two blocks are no drift: nothing but their noise could be distinguished.
*/
function estimateDrift(sensor, track, sinceSeq, { curves, means = recentMeans(track, sinceSeq ?? 0) }) {
	const { calibration } = track;
	if (calibration === null) return null;
	const blocks = sinceSeq === null && means.blocks < 3 ? 0 : means.blocks;
	const shifts = zeros(track.centre.length);
	const sds = zeros(track.centre.length);
	for (let axis = 0; axis < track.centre.length; axis += 1) {
		const scale = calibration.scale[axis];
		const now = blocks === 0 ? null : means.values[axis];
		shifts[axis] = now === null ? 0 : now - track.centre[axis];
		const curve = curves[axis];
		const reference = Math.max(1, track.centreWeight);
		const between = blocks === 0 ? varianceOfMean(curve, reference) : varianceOfDifference(curve, blocks, reference);
		sds[axis] = scale * Math.sqrt(between);
	}
	const { amount, sd, parts, partSds } = inLimitUnits(sensor, track.centre, {
		shifts,
		sds
	});
	return {
		amount,
		sd,
		parts,
		partSds,
		blocks
	};
}
/** Fewer have no middle that an outlier could not move. */
const minBlocks = 3;
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
function limitsOf(sensor, { limits }) {
	return sensor === "camera" ? limits.cameraDeg : sensor === "radar" ? limits.radarM : limits.lidarM;
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
		const shift = shifts[axis];
		const sd = sds[axis];
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

/**
* The normal score of a Student t variable with the given degrees of freedom (Wallace 1959, "Bounds on normal
* approximations to Student's and the chi-square distributions"): heavy-tailed noise becomes nearly normal, and one
* outlying value is worth at most a few sigma.
*/
function softClip(u, degrees) {
	const size = Math.sqrt(degrees * ln(1 + u * u / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
	return u < 0 ? -size : size;
}
/** The value of which this is the soft clip. */
function unclipped(clipped, degrees) {
	const score = clipped * (8 * degrees + 3) / (8 * degrees + 1);
	const size = Math.sqrt(degrees * (exp(score * score / degrees) - 1));
	return clipped < 0 ? -size : size;
}

/** Noise before any block: that of this vehicle's earlier baseline, or else the prior. */
function effectiveNoise({ name, track, settings }) {
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
		prior: inherited?.scale ?? filled(zeros(trackWidths[name]), noise[name]),
		floor: floor[name],
		degrees: inherited?.degrees ?? prior.degrees
	};
}

/**
* Radar bias and lidar error are errors by definition, so their means since the last calibration are held against
* zero; the camera's against registered reference extrinsics. A baseline cannot absorb a fault that was there before.
*/
function checkAgainstZero(facts, settings) {
	const { tracks, reference, means, curves } = facts;
	const { tiers } = settings;
	const offsets = [];
	let standing = within$1;
	for (const sensor of limitedSensors) {
		if (sensor === "camera" && reference === null) continue;
		const offset = meanOffset({
			sensor,
			track: tracks[sensor],
			curves: curves[sensor],
			reference,
			settings,
			means
		});
		if (offset === null) continue;
		const { caution, critical } = limitsOf(sensor, settings);
		const isBeyond = (limit) => isSurelyBeyond(sensor, offset, limit, tiers.absoluteErrorRate);
		const level = isBeyond(critical) ? "critical" : isBeyond(caution) ? "caution" : "within";
		offsets.push({
			sensor,
			amount: offset.amount,
			sd: offset.sd
		});
		if (level !== "within") standing = worse(standing, sensor, {
			level,
			severity: Math.abs(offset.amount) / critical
		});
	}
	return {
		...standing,
		offsets
	};
}
/** Probability that the worst sensor is beyond a share of its limits: asked only of what may step down, for it takes a long series. */
function beyondRelease({ offsets }, limit, settings) {
	let most = 0;
	for (const offset of offsets) {
		const { sensor } = offset;
		const release = settings.tiers.releaseShare * limitsOf(sensor, settings)[limit];
		most = Math.max(most, exceedance(sensor, offset, release));
	}
	return most;
}
const within$1 = {
	level: "within",
	beyond: [],
	severity: 0
};
function worse(standing, sensor, next) {
	return {
		level: rank$1[next.level] > rank$1[standing.level] ? next.level : standing.level,
		beyond: [...standing.beyond, sensor],
		severity: Math.max(standing.severity, next.severity)
	};
}
const rank$1 = {
	within: 0,
	caution: 1,
	critical: 2
};
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
	const { worth, degrees } = mean;
	switch (sensor) {
		case "camera": {
			const turned = multiply(mean.pose, expDeg(asVector(mean.values)));
			const shifts = logDeg(between$1(standing.reference, turned));
			const { amount, sd } = inLimitUnits("camera", [
				0,
				0,
				0
			], {
				shifts,
				sds: mean.sds
			});
			return {
				amount,
				sd,
				worth,
				degrees
			};
		}
		case "radar": return {
			amount: mean.values[0],
			sd: mean.sds[0],
			worth,
			degrees
		};
		case "lidar": {
			const error = exp(mean.values[0]);
			return {
				amount: error - settings.lidar.offsetM,
				sd: error * mean.sds[0],
				worth,
				degrees
			};
		}
	}
}
function learningMean({ sensor, track, settings }) {
	if (track.learnt.length === 0) return null;
	const width = trackWidths[sensor];
	const blocks = track.learnt;
	const { prior, degrees } = effectiveNoise({
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
	return {
		values,
		sds,
		blocks: blocks.length,
		worth: blocks.length / inflation,
		degrees: degrees + medianEfficiency * (blocks.length - 1),
		pose: track.anchor
	};
}
/** Blocks a median absolute deviation makes of one: its efficiency under normal noise. */
const medianEfficiency = .37;
/** Reference mean and newest blocks together. */
function runningMean({ sensor, track, curves, settings, means }) {
	const calibration = calibrationOf(track);
	const { blocks: counted, values: newest } = means(sensor);
	const recent = counted < 3 ? 0 : counted;
	const weight = track.centreWeight + recent;
	const values = zeros(track.centre.length);
	const sds = zeros(track.centre.length);
	let inflation = 1;
	for (let axis = 0; axis < track.centre.length; axis += 1) {
		const centre = track.centre[axis];
		const now = recent === 0 ? centre : newest[axis];
		values[axis] = recent === 0 ? centre : (track.centreWeight * centre + recent * now) / weight;
		const variance = varianceOfMean(curves[axis], weight);
		sds[axis] = calibration.scale[axis] * Math.sqrt(variance);
		inflation = Math.max(inflation, variance * Math.max(1, weight));
	}
	return {
		values,
		sds,
		blocks: weight,
		worth: Math.max(1, weight) / inflation,
		degrees: settings.prior.degrees + medianEfficiency * (calibration.blocks - 1),
		pose: calibration.pose
	};
}

/** Statistical certainty times physical magnitude: certainty about a tiny drift is no alarm, and neither is a large doubtful one. */
function judgeTier(facts, settings) {
	const demanded = demandTier(facts, settings);
	const { tiers } = settings;
	const sustainedBlocks = countOn(facts, facts.before.sustainedBlocks, isSustained(facts, settings));
	const held = holdTier(facts, demanded.tier, settings);
	const changed = held.tier !== facts.before.tier;
	const state = {
		tier: held.tier,
		reason: held.tier === demanded.tier ? demanded.reason : reasonOfHold(facts.before),
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
/** What is held after an alarm of the lidar's confidence alone never was a calibration fault: its reason stays with it. */
function reasonOfHold({ reason }) {
	return reason === "lidar_confidence_low" ? reason : "hysteresis_hold";
}
/** The tier that an operator sets, or frames that repeat. */
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
/** Whether a verdict leaves all as it was. */
function isSameTier(before, after) {
	return before.tier === after.tier && before.reason === after.reason && before.sinceSeq === after.sinceSeq && before.sinceUs === after.sinceUs && before.calmBlocks === after.calmBlocks && before.sustainedBlocks === after.sustainedBlocks;
}
/** Probability that some sensor is beyond a share of its caution or critical limit, and takes part in the change. */
function probabilityBeyond(facts, limit, share, settings) {
	let none = 1;
	for (let at = 0; at < limitedSensors.length; at += 1) {
		const sensor = limitedSensors[at];
		const drift = facts.drifts[sensor];
		if (drift === null || drift.blocks === 0) continue;
		const beyond = exceedance(sensor, drift, share * limitsOf(sensor, settings)[limit]);
		none *= 1 - facts.posterior[at] * beyond;
	}
	return 1 - none;
}
/** What this frame's numbers ask for, before any hysteresis. */
function demandTier(facts, settings) {
	if (isBeyondCritical(facts, settings)) return {
		tier: "CRITICAL",
		reason: "critical_limit_exceeded"
	};
	if (isLasting(facts, settings)) return {
		tier: "CRITICAL",
		reason: "sustained_evidence"
	};
	if (facts.absolute.level === "critical") return {
		tier: "CRITICAL",
		reason: "baseline_beyond_limits"
	};
	if (facts.breached && !isHarmless(facts, settings)) {
		const { cautionProbability } = settings.tiers;
		return {
			tier: "CAUTION",
			reason: probabilityBeyond(facts, "caution", 1, settings) >= cautionProbability ? "caution_limit_exceeded" : "cusum_breach"
		};
	}
	if (facts.absolute.level === "caution") return {
		tier: "CAUTION",
		reason: "baseline_beyond_limits"
	};
	if (facts.confidenceAlarm) return {
		tier: "CAUTION",
		reason: "lidar_confidence_low"
	};
	return demandCalm(facts);
}
function demandCalm({ ready, unjudged, noiseInflated, breached }) {
	if (!ready) return {
		tier: "UNKNOWN",
		reason: "learning"
	};
	if (unjudged) return {
		tier: "UNKNOWN",
		reason: "sensor_late"
	};
	if (noiseInflated) return {
		tier: "NOMINAL",
		reason: "noise_inflation"
	};
	return {
		tier: "NOMINAL",
		reason: breached ? "significant_below_limit" : "in_control"
	};
}
function isBeyondCritical(facts, settings) {
	const { minimumBlocks, criticalProbability } = settings.tiers;
	if (!facts.breached || facts.provisional) return false;
	return limitedSensors.some((sensor) => (facts.drifts[sensor]?.blocks ?? 0) >= minimumBlocks) && probabilityBeyond(facts, "critical", 1, settings) >= criticalProbability;
}
/** What is CRITICAL already has nothing to wait for: it is so by lasting certainty from the block it no longer is by size. */
function isLasting(facts, settings) {
	const { sustainedBlocks, tier } = facts.before;
	return (sustainedBlocks >= settings.tiers.sustainedBlocks || tier === "CRITICAL") && isSustained(facts, settings);
}
function isSustained(facts, settings) {
	if (!facts.breached || facts.provisional || facts.nats < settings.evidence.criticalNats) return false;
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
/** `tierRanks` once more: what a frozen scorer is made of stands in the scoring. */
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
	return (facts.breached ? probabilityBeyond(facts, "critical", share, settings) : 0) <= release && beyondRelease(facts.absolute, "critical", settings) <= release;
}
/** Lasting certainty made it CRITICAL, or would: that ends when the drift is rather below the CAUTION limit than beyond it. */
function isStillLasting(facts, settings) {
	if (!facts.breached || facts.nats < settings.evidence.criticalNats) return false;
	return probabilityBeyond(facts, "caution", 1, settings) > .5;
}
function isBelowCaution(facts, settings) {
	const share = settings.tiers.releaseShare;
	const release = 1 - settings.tiers.cautionProbability;
	if (facts.confidenceAlarm || beyondRelease(facts.absolute, "caution", settings) > release) return false;
	if (!facts.breached) return true;
	if (probabilityBeyond(facts, "caution", share, settings) > release) return false;
	return facts.ended || probabilityBeyond(facts, "caution", share * harmlessShare, settings) <= release;
}

const noMarks = zeros(0);
/**
* The marks after a frame. The first has one, and every eighth entry, and both sides of a pause; all others leave them as
* they are. `newestUs` is the newest time before this frame.
*/
function markTime(marks, { seq, timestampUs }, newestUs) {
	const mark = {
		seq,
		timeUs: timestampUs
	};
	if (newestUs !== null && endsPause(marks, mark, newestUs)) return withMark(marks.at(-2) === seq - 1 ? marks : withMark(marks, {
		seq: seq - 1,
		timeUs: newestUs
	}), mark);
	return seq % spacing !== 1 && marks.length > 0 ? marks : withMark(marks, mark);
}
/** Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them. */
function pausesBetween(marks, fromSeq, endSeq) {
	for (let at = 0; at + 2 < marks.length; at += 2) {
		const seq = marks[at];
		const after = marks[at + 2];
		if (after === seq + 1 && seq >= fromSeq && after < endSeq) return true;
	}
	return false;
}
/** Many times as long as the frames since the last mark but one were apart. */
function endsPause(marks, { seq, timeUs }, newestUs) {
	if (marks.length < 4) return false;
	const markedSeq = marks[marks.length - 4];
	const markedUs = marks[marks.length - 3];
	return timeUs - newestUs > longPause$1 * Math.max(0, newestUs - markedUs) / Math.max(1, seq - 1 - markedSeq);
}
function withMark(marks, mark) {
	const isFull = marks.length >= 2 * maxMarks;
	const leaves = isFull ? leastMissed(marks, mark) : marks.length;
	const more = zeros(marks.length + (isFull ? 0 : 2));
	for (let at = 0, to = 0; at < marks.length; at += 2) {
		if (at === leaves) continue;
		more[to] = marks[at];
		more[to + 1] = marks[at + 1];
		to += 2;
	}
	more[more.length - 2] = mark.seq;
	more[more.length - 1] = mark.timeUs;
	return more;
}
/** Time of an entry, between its neighbours' marks; before the first mark that mark's, after the last `newest`. */
function timeOf(marks, seq, newest) {
	if (seq >= newest.seq) return newest.timeUs;
	let laterSeq = newest.seq;
	let laterUs = newest.timeUs;
	for (let at = marks.length - 2; at >= 0; at -= 2) {
		const markedSeq = marks[at];
		const markedUs = marks[at + 1];
		if (markedSeq <= seq) return markedUs + (laterSeq > markedSeq ? (seq - markedSeq) / (laterSeq - markedSeq) : 0) * (laterUs - markedUs);
		laterSeq = markedSeq;
		laterUs = markedUs;
	}
	return laterUs;
}
const spacing = 8;
const maxMarks = 24;
const longPause$1 = 8;
/**
* Where the mark stands that is least missed for its age: its neighbours are close, and the time between them is the one it
* tells. The first and the last stay.
*/
function leastMissed(marks, now) {
	let least = 2;
	let leastOfAll = Infinity;
	for (let at = 2; at + 2 < marks.length; at += 2) {
		const missed = missedWithout(marks, at, now);
		if (missed >= leastOfAll) continue;
		leastOfAll = missed;
		least = at;
	}
	return least;
}
function missedWithout(marks, at, now) {
	const beforeSeq = marks[at - 2];
	const beforeUs = marks[at - 1];
	const seq = marks[at];
	const timeUs = marks[at + 1];
	const afterSeq = marks[at + 2];
	const between = beforeUs + (seq - beforeSeq) / (afterSeq - beforeSeq) * (marks[at + 3] - beforeUs);
	const misplaced = Math.abs(timeUs - between) / Math.max(1, Math.abs(now.timeUs - timeUs));
	return (afterSeq - beforeSeq) / (now.seq - seq) + misplaced;
}

/** Of a sensor that was never received. */
const noClock = {
	newestUs: null,
	apartUs: null,
	lateRun: 0,
	late: 0
};
/**
* Moves the clock of every sensor in the frame. Returns the frame without the readings that came too late, null where all did. Each
* sensor has a newest time of its own, so that sensors may be sent one after another. A frame without readings goes by the vehicle's.
*/
function followClocks(state, measurement, { frame: { lateUs } }) {
	const late = [];
	let inTime = 0;
	for (const name of trackNames) {
		if (measurement[name] === null) continue;
		const track = state.tracks[name];
		track.clock = clockAfter(track.clock, measurement.timestampUs, lateUs);
		if (track.clock.lateRun > 0) late.push(name);
		else inTime += 1;
	}
	if (late.length > 0) return inTime === 0 ? null : without(measurement, late);
	return inTime === 0 && state.newestUs !== null && measurement.timestampUs < state.newestUs - lateUs ? null : measurement;
}
function without(measurement, late) {
	return {
		...measurement,
		camera: late.includes("camera") ? null : measurement.camera,
		radar: late.includes("radar") ? null : measurement.radar,
		lidar: late.includes("lidar") ? null : measurement.lidar,
		confidence: late.includes("confidence") ? null : measurement.confidence
	};
}
/**
* The clock after a reading. One alone ahead of all others counts and moves no clock until a second bears it out: an hour of
* imported history, or a clock that was wrong once, makes no later reading late. A clock that went back and has gone on from there
* for so many readings is taken over as it is.
*/
function clockAfter(clock, atUs, lateUs) {
	const { newestUs, apartUs } = clock;
	if (newestUs !== null && atUs < newestUs - lateUs) return afterLate(clock, atUs);
	if (newestUs !== null && atUs <= newestUs + lateUs) return {
		...clock,
		newestUs: Math.max(newestUs, atUs),
		apartUs: null,
		lateRun: 0
	};
	if (!(apartUs !== null && apartUs > (newestUs ?? -Infinity) && atUs >= apartUs - lateUs)) return {
		...clock,
		apartUs: atUs,
		lateRun: 0
	};
	return atUs > apartUs + lateUs ? {
		...clock,
		newestUs: apartUs,
		apartUs: atUs,
		lateRun: 0
	} : {
		...clock,
		newestUs: Math.max(apartUs, atUs),
		apartUs: null,
		lateRun: 0
	};
}
/** What is sent newest first goes further back with every reading, and is no clock that goes on. */
function afterLate({ newestUs, apartUs, lateRun, late }, atUs) {
	const latestUs = lateRun === 0 ? atUs : Math.max(apartUs, atUs);
	if (lateRun + 1 >= lateUntilNewClock && atUs === latestUs) return {
		newestUs: atUs,
		apartUs: null,
		lateRun: 0,
		late
	};
	return {
		newestUs,
		apartUs: latestUs,
		lateRun: lateRun + 1,
		late: late + 1
	};
}
/** Whether so many readings of a sensor in a row came too late that nobody knows how it stands. */
function isUnjudged({ clock }) {
	return clock.lateRun >= lateUntilUnjudged;
}
function hasUnjudged({ tracks }) {
	return limitedSensors.some((sensor) => isUnjudged(tracks[sensor]));
}
/** Whether the newest readings of any sensor came too late. */
function hasLate({ tracks }) {
	return trackNames.some((name) => tracks[name].clock.lateRun > 0);
}
const lateUntilUnjudged = 10;
const lateUntilNewClock = 20;

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
		maxPerHundred: frame.outliersPerHundred
	});
}
/** The counts with one more frame that was tested; exported for the vectors, which drive it alone. */
function countFrame(before, frame) {
	const one = frame.isOutlier ? 1 : 0;
	const share = before.share + (one - before.share) / memory;
	const nats = memory * divergence(share, (before.found + 1) / (before.frames + 20));
	const many = 100 * share > frame.maxPerHundred && nats > (before.many ? .5 * lnRarest$2 : lnRarest$2);
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

const noneOf = (width) => ({
	run: 0,
	fresh: 0,
	heard: 0,
	latest: zeros(width)
});
const noRepeats = () => ({
	camera: noneOf(4),
	radar: noneOf(1),
	lidar: noneOf(1),
	frame: noneOf(0)
});
/**
* Counts one more frame, where the counts stand. A sensor's repeat counts while another sensor's value changes, or while it has sent
* nothing else: else the whole frame is a repeat. Returns the sensors of which this is the first other value after a default.
*/
function followRepeats(repeats, measurement) {
	if (limitedSensors.every((sensor) => measurement[sensor] === null)) return noSensor;
	const hasNews = limitedSensors.some((sensor) => isNew(repeats[sensor], measurement[sensor]));
	followFrame(repeats, hasNews);
	let woken = noSensor;
	for (const sensor of limitedSensors) {
		const wasDefault = isOnlyDefault(repeats, sensor);
		if (hasNews || repeats[sensor].fresh === 1) followSensor(repeats[sensor], measurement[sensor]);
		if (wasDefault && !isOnlyDefault(repeats, sensor)) woken = [...woken, sensor];
	}
	return woken;
}
/** Of most frames. */
const noSensor = [];
/** A run of repeats goes into the habit as far as it was needed to know it for one: a night's repeats are no habit. */
function followFrame(repeats, hasNews) {
	const frame = repeats.frame;
	if (hasNews) endRun(frame);
	else if (!isRepeating(repeats)) frame.run += 1;
}
function isNew({ fresh, latest }, value) {
	return value !== null && !(fresh > 0 && isSame$2(value, latest));
}
/** A new value ends the run before it. */
function followSensor(repeats, value) {
	if (value === null) return;
	if (!isNew(repeats, value)) {
		repeats.run += 1;
		return;
	}
	endRun(repeats);
	const { latest } = repeats;
	if (typeof value === "number") latest[0] = value;
	else for (let at = 0; at < latest.length; at += 1) latest[at] = value[at];
}
/** The run counts among the values heard from now on, unless it was of the first value, which may be a default. */
function endRun(repeats) {
	if (repeats.fresh > 0) repeats.heard += repeats.fresh > 1 ? 1 + repeats.run : 1;
	repeats.run = 0;
	repeats.fresh += 1;
}
function isSame$2(value, latest) {
	if (typeof value === "number") return value === latest[0];
	for (let at = 0; at < value.length; at += 1) if (value[at] !== latest[at]) return false;
	return true;
}
/**
* Whether a sensor repeats one value for longer than its own habit explains: with the share h of values that were repeats so
* far (Laplace's rule of succession), a run of r has probability h^r. A default counts from thirty repeats on.
*/
function isStuck(repeats, sensor) {
	return repeats[sensor].run >= shortestRun && isUnusual(repeats, sensor, lnRarest$1);
}
/**
* Whether whole frames are sent again for longer than the vehicle's habit explains: a stream in coarse steps repeats itself by
* chance. Of a vehicle of which nothing has varied each repeat counts for a half.
*/
function isRepeating({ frame }) {
	if (frame.run < shortestRun) return false;
	return hasNotVaried(frame) ? isRarer(frame, lnRarest$1) : lnPredicted(frame) < lnRarest$1;
}
/** Whether the newest frame is a repeat of the one before that moves nothing. */
function isRepeated({ frame }) {
	return frame.run > 0 && lnPredicted(frame) < lnUnusual;
}
/** Logarithm of the probability of such a run, its share of repeats being known from few: Laplace's rule at each repeat of it. */
function lnPredicted({ run, fresh, heard }) {
	const repeated = heard - fresh + 2;
	const all = heard + 2;
	return lnGamma(repeated + run) - lnGamma(repeated) + lnGamma(all) - lnGamma(all + run);
}
function hasNotVaried({ fresh, run }) {
	return fresh === 1 && run > 0;
}
/**
* Whether a sensor repeats what software holds before there is a value, and has sent nothing else: a rotation onto axes, no bias,
* any error of registration at all. Another rotation or bias may come out of a file of calibration, and is a reference.
*/
function isOnlyDefault(repeats, sensor) {
	return hasNotVaried(repeats[sensor]) && (sensor === "lidar" || repeats[sensor].latest.every(isOfDefault));
}
/** 0, or in a quaternion as well a half, the root of a half or 1, up to rounding. */
function isOfDefault(component, _at, { length }) {
	const square = component * component;
	return length === 1 ? square === 0 : [
		0,
		.25,
		.5,
		1
	].some((one) => Math.abs(square - one) < 1e-9);
}
function isUnusual(repeats, sensor, lnProbability) {
	return (repeats[sensor].fresh >= enoughFresh || isOnlyDefault(repeats, sensor)) && isRarer(repeats[sensor], lnProbability);
}
function isRarer({ run, fresh, heard }, lnProbability) {
	if (run === 0) return false;
	const habit = (heard - fresh + 2) / (heard + 2);
	return run * ln(habit) < lnProbability;
}
/**
* A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on, so that the value it froze
* at is never taken for a drift before it is known to be stuck. A default is no reference.
*/
function withoutStuckSensors(measurement, repeats) {
	if (!limitedSensors.some((sensor) => saysNothing(repeats, sensor))) return measurement;
	return {
		...measurement,
		camera: saysNothing(repeats, "camera") ? null : measurement.camera,
		radar: saysNothing(repeats, "radar") ? null : measurement.radar,
		lidar: saysNothing(repeats, "lidar") ? null : measurement.lidar
	};
}
function saysNothing(repeats, sensor) {
	return isOnlyDefault(repeats, sensor) || isUnusual(repeats, sensor, lnUnusual);
}
const shortestRun = 3;
const enoughFresh = 10;
/** One in a billion: values sent in coarse steps begin runs by the thousand in a week. */
const lnRarest$1 = -20.72326583694641;
/** One in twenty. */
const lnUnusual = -2.995732273553991;

/** Where each number of a channel stands, from its first. */
const chartColumns = {
	upper: 0,
	lower: 1,
	count: 2,
	mean: 3,
	squares: 4
};
const chartWidth = 5;
const noCharts = () => zeros(5 * channels.length);
/** Reads a channel's chart into a register. */
function readChart(charts, channel, chart) {
	const at = 5 * channel;
	chart.upper = charts[at + chartColumns.upper];
	chart.lower = charts[at + chartColumns.lower];
	chart.count = charts[at + chartColumns.count];
	chart.mean = charts[at + chartColumns.mean];
	chart.squares = charts[at + chartColumns.squares];
}
/** One of a channel's two sums. */
function chartSum(charts, channel, side) {
	return charts[5 * channel + chartColumns[side]];
}
function writeSums$1(charts, channel, { upper, lower }) {
	const at = 5 * channel;
	charts[at + chartColumns.upper] = upper;
	charts[at + chartColumns.lower] = lower;
}
function writeRunningNoise(charts, channel, noise) {
	const at = 5 * channel;
	charts[at + chartColumns.count] = noise.count;
	charts[at + chartColumns.mean] = noise.mean;
	charts[at + chartColumns.squares] = noise.squares;
}

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
		evidence: noChangeSums(changeChannels),
		confidenceEvidence: noChangeSums(1),
		finding: noFinding(),
		breach: null,
		confidenceAlarm: null,
		moments: {
			first: zeros(2 * changeChannels),
			second: zeros(3 * channelPairs)
		},
		charts: noCharts(),
		noise: noNoises(),
		reference: null,
		outliers: noOutliers,
		marks: noMarks,
		repeats: noRepeats(),
		prior: null,
		standing: null,
		known: null
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
		clock: noClock,
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
		recent: RecentBlocks.none(),
		centre: zeros(width),
		centreWeight: 0,
		notRestored: false,
		cycle: null
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
const changeChannels = channels.length;
const channelPairs = channels.length * (channels.length + 1) / 2;

/** What an operator may say about the baseline: learn it afresh, hold it, or let it move again. */
function foldBaselineCommand(before, entry, settings) {
	const after = obey({
		...before,
		entries: before.entries + 1
	}, entry, settings);
	return {
		state: after,
		score: null,
		events: eventsBetween(reportedOf(before, settings), after, settings)
	};
}
function obey(state, entry, settings) {
	switch (entry.action) {
		case "learn": return learnAfresh(state, entry.atUs, settings);
		case "freeze": return holdReference(state);
		case "unfreeze": return state.breach === null ? {
			...state,
			frozen: false
		} : dismissBreach(state, entry.atUs, settings);
	}
}
/** A new epoch after a repair. What was learnt of the noise is kept as a prior: aiming a mount does not change it. */
function learnAfresh(state, atUs, settings) {
	const fresh = initialState();
	const restart = (name) => ({
		...initialTrack(name, inheritNoise(state, name, settings)),
		clock: {
			...state.tracks[name].clock,
			late: 0
		}
	});
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
function inheritNoise(state, name, settings) {
	const track = state.tracks[name];
	const { calibration } = track;
	if (calibration === null) return track.inherited;
	const before = track.inherited?.degrees ?? settings.prior.degrees;
	return {
		scale: calibration.scale,
		correlation: calibration.correlation,
		degrees: Math.min(50, before + calibration.blocks),
		pose: calibration.pose,
		centre: track.centre.slice(),
		curves: inheritCurves(state, name, settings)
	};
}
function inheritCurves(state, name, settings) {
	const { tracks, evidence, confidenceEvidence } = state;
	const channels = {
		first: firstChannel[name],
		width: trackWidths[name],
		level: tracks[name].level,
		referenceMoves: referenceMoves(state, name)
	};
	return name === "confidence" ? curvesToInherit(confidenceEvidence, singleModel(name, tracks[name].calibration, true, settings), channels) : curvesToInherit(evidence, calibrationModel(tracks, true, settings), channels);
}
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
function dismissBreach(state, atUs, settings) {
	const dismissed = {
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
	return state.breach !== null && state.breach.early !== null ? withdrawEarlyBaselines(dismissed, settings) : dismissed;
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
		recent: RecentBlocks.none()
	};
}

function fisherDistribution(d1, d2) {
	return {
		d1,
		d2,
		lnBeta: lnGamma(d2 / 2) + lnGamma(d1 / 2) - lnGamma(d2 / 2 + d1 / 2)
	};
}
/** P(F > f). */
function fisherTail(f, { d1, d2, lnBeta }) {
	const total = d1 * f + d2;
	return regularisedBeta(d2 / total, d1 * f / total, {
		a: d2 / 2,
		b: d1 / 2,
		lnBeta
	});
}
/**
* Regularised incomplete beta function I_x(a, b) in the numeric profile, with x given as x and 1 - x so that neither
* tail loses digits. Continued fraction of Abramowitz & Stegun 26.5.8, evaluated by the modified Lentz method.
*/
function regularisedBeta(x, oneMinusX, { a, b, lnBeta }) {
	if (!(x > 0)) return 0;
	if (!(oneMinusX > 0)) return 1;
	const front = exp(a * ln(x) + b * ln(oneMinusX) - lnBeta);
	if (x * (a + b + 2) < a + 1) return front * continuedFraction(x, a, b) / a;
	return 1 - front * continuedFraction(oneMinusX, b, a) / b;
}
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
/** Inverse of a 3*3 matrix, row-major, by its cofactors. */
function invert3(matrix) {
	const at = (row, column) => matrix[3 * (row % 3) + column % 3];
	const cofactor = (row, column) => at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
	const determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2);
	return Float64Array.from({ length: 9 }, (_, entry) => cofactor(entry % 3, Math.floor(entry / 3)) / determinant);
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
	const { cameraRotation, radarRangeBiasM, lidarConfidence } = reading;
	return {
		seq,
		timestampUs: reading.timestampUs,
		camera: cameraRotation === void 0 ? null : projectRotation(cameraRotation),
		orthonormalityError: cameraRotation === void 0 ? 0 : orthonormalityError(cameraRotation),
		coarselyRounded: cameraRotation !== void 0 && isCoarselyRounded(cameraRotation),
		radar: radarRangeBiasM === void 0 ? null : radarRangeBiasM + 0,
		lidar: measureLidar(reading, settings),
		lidarWeight: lidarConfidence ?? 1,
		lidarConfidence: lidarConfidence ?? null,
		confidence: lidarConfidence === void 0 ? null : logit(lidarConfidence)
	};
}
function measureLidar({ lidarRegistrationErrorM, lidarConfidence }, { lidar }) {
	const isTrusted = lidarConfidence === void 0 || lidarConfidence >= lidar.confidenceFloor;
	return lidarRegistrationErrorM === void 0 || !isTrusted ? null : ln(lidarRegistrationErrorM + lidar.offsetM);
}
/** ln(c/(1 - c)), with c kept half a percent away from certainty. */
function logit(confidence) {
	const inside = Math.max(.005, Math.min(.995, confidence));
	return ln(inside / (1 - inside));
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
* The mean shift that is defined to be no drift: a twentieth of sigma, or a share of the CAUTION limit where that is more, in
* the unit of the sums (clipped).
*/
function indifferenceZones({ name, settings }, noise) {
	const { evidence } = settings;
	return noise.scale.map((scale, axis) => {
		const unit = scale * noise.clipUnit[axis];
		const physical = harmlessShift(name, noise.location[axis], settings) / unit;
		const least = evidence.indifferenceSigma / noise.clipUnit[axis];
		return Math.max(least, softClip(physical, evidence.clipDegrees));
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
/** Shrinks the noise of whitened scores: their variance is (1 + phi)/(1 - phi) for a kept mean. */
function whiteningFactor(correlation) {
	return Math.sqrt((1 - correlation) / (1 + correlation));
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
		const vector = logDeg(between$1(mean, rotation));
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
		const [x, y, z] = logDeg(between$1(mean, rotation));
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
	const lags = Array.from(location, (_, axis) => lagOne(scores.map((score) => score[axis])));
	const correlation = lags.map((lag, axis) => shrinkLag(learner, lag, axis, blocks.length));
	return {
		calibration: narrowed$1({
			blocks: blocks.length,
			established: false,
			pose,
			location,
			scale,
			whitening: shape.whitening,
			frameRatio: frameRatio(track, kept),
			correlation,
			leastCorrelation: correlation.map(() => 0),
			periodUs: typicalGapUs$1(blocks),
			clipUnit,
			zones: indifferenceZones(learner, {
				location,
				scale,
				clipUnit
			})
		}),
		correlation: lags.reduce((most, lag) => Math.max(most, lag), -1)
	};
}
/** As binary32, like the blocks it was learnt from: it is remembered in half the space, and known to a tenth at best. */
function narrowed$1(calibration) {
	return {
		...calibration,
		location: narrowedList(calibration.location),
		scale: narrowedList(calibration.scale),
		whitening: narrowedList(calibration.whitening),
		frameRatio: narrowedList(calibration.frameRatio),
		correlation: narrowedList(calibration.correlation),
		leastCorrelation: narrowedList(calibration.leastCorrelation),
		clipUnit: narrowedList(calibration.clipUnit),
		zones: narrowedList(calibration.zones)
	};
}
function narrowedList(values) {
	const narrow = zeros(values.length);
	for (let at = 0; at < narrow.length; at += 1) narrow[at] = Math.fround(values[at]);
	return narrow;
}
/** A block's values as the calibration measures them: camera values turn from the anchor's frame to the pose's. */
function inPose(track, pose, values) {
	if (pose === null || isSame$1(pose, track.anchor)) return values;
	const rotation = multiply(track.anchor, expDeg(asVector(values)));
	return logDeg(between$1(pose, rotation)).map(Math.fround);
}
function isSame$1(a, b) {
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
/** Leaves out blocks far from the rest, once; all of them stay when nothing would be left. */
function screen(learner, placed) {
	const { location, scale } = locate(learner, placed);
	const reach = learner.settings.baseline.screenSigma;
	const kept = placed.filter((values) => values.every((value, axis) => Math.abs(value - location[axis]) <= reach * scale[axis]));
	return kept.length > 0 ? kept : placed;
}
function locate(learner, placed) {
	const { prior, floor, degrees } = effectiveNoise(learner);
	const location = Array.from(prior, (_, axis) => median(placed.map((values) => values[axis])));
	return {
		location,
		scale: Array.from(prior, (before, axis) => {
			const spread = robustSpread(placed.map((values) => values[axis]), location[axis]);
			const variance = (degrees * before * before + placed.length * spread * spread) / (degrees + placed.length);
			return Math.max(floor, Math.sqrt(variance));
		})
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
	return Array.from(inverseRoot(unit, width, .001), (entry, at) => entry / scale[at % width]);
}
/**
* Lag-1 correlation, corrected for its small-sample bias (Kendall 1954): r + (1 + 3r)/n. A score far from the rest is left
* out, and with it its pairs: one outlying block would hide that all the others resemble their neighbours.
*/
function lagOne(scores) {
	const middle = median(scores);
	const reach = outlierSpreads * robustSpread(scores, middle);
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
/** Robust standard deviations beyond which a score is taken for an outlier. */
const outlierSpreads = 6;
function shrinkLag({ track, settings }, lag, axis, blocks) {
	const weight = settings.prior.correlationWeight;
	const before = track.inherited?.correlation[axis] ?? settings.prior.correlation;
	return Math.max(0, Math.min(.95, (blocks * lag + weight * before) / (blocks + weight)));
}
/** How much noisier one frame is than a block mean: 1 for blocks of one frame. */
function frameRatio(track, placed) {
	return Array.from(track.within, (squares, axis) => {
		if (track.level === 0 || track.withinFrames === 0) return 1;
		const centre = median(placed.map((values) => values[axis]));
		const spread = robustSpread(placed.map((values) => values[axis]), centre);
		const betweenVariance = Math.max(1e-12, spread * spread);
		return Math.sqrt(1 + squares / track.withinFrames / betweenVariance);
	});
}
function typicalGapUs$1(blocks) {
	const gaps = blocks.slice(1).map((block, at) => block.atUs - blocks[at].atUs);
	return Math.max(1, median(gaps.filter((gap) => gap > 0)));
}

/**
* By how much a wave that is not known may move each value's mean over some time, away from the mean over the rest of
* what was heard: at first the largest wave times the way the sun has gone, in the end next to nothing. What
* does not reach beyond the usual zone counts as nothing.
*/
function unsureOf(cycle, hours, noise) {
	const unsure = zeros(noise.sigma.length);
	const { heard } = cycle;
	if (noise.most === 0 || !(heard[0] > 0)) return unsure;
	const ways = waysTo(hours, {
		x: heard[1],
		y: heard[2]
	});
	const unknown = unknownShift(ways, noise);
	const usual = noise.usual();
	for (let axis = 0; axis < unsure.length; axis += 1) {
		const estimate = estimateWave(cycle, axis, noise);
		const left = estimate === null ? unknown : leftBy(cycle, {
			estimate,
			axis,
			noise
		}, ways);
		const shift = Math.fround(Math.min(unknown, left));
		unsure[axis] = shift > usual ? shift : 0;
	}
	return unsure;
}
function waysTo(hours, about) {
	const ways = [];
	for (let hour = 0; hour < 24; hour += 1) {
		if ((hours >> hour & 1) === 0) continue;
		const [cos, sin] = cosSinOfTurns((hour + .5) / 24);
		ways.push({
			x: cos - about.x,
			y: sin - about.y
		});
	}
	return ways;
}
/**
* Two parts of less than half a day differ by no more than the furthest hour does from the mean. Half a day and the other
* half differ by 4/pi amplitudes, while no hour is further than one from the mean of a whole day.
*/
function unknownShift(ways, noise) {
	const reach = ways.reduce((longest, { x, y }) => Math.max(longest, Math.sqrt(x * x + y * y)), 0);
	return noise.shiftOf(ways.length < longStretch ? reach : Math.max(reach, 4 / pi));
}
/** Hours. */
const longStretch = 11;
/** What the estimate says is not taken out, and three of its standard deviations, together. */
function leftBy({ days, wave }, { estimate, axis, noise }, ways) {
	const ridge = estimate.variance / (noise.most * noise.most);
	const design = {
		cc: days[2],
		cs: days[3],
		ss: days[4],
		ridge
	};
	const [cos, sin] = [estimate.cos - wave[2 + 2 * axis], estimate.sin - wave[3 + 2 * axis]];
	let largest = 0;
	for (const { x, y } of ways) {
		const [u, v] = solve(design, x, y);
		const left = cos * x + sin * y;
		largest = Math.max(largest, left * left + 9 * estimate.variance * (x * u + y * v));
	}
	return Math.sqrt(largest);
}

/** The cycle of a sensor that has just been given a baseline. */
function startCycle(blocks, noise) {
	const width = noise.sigma.length;
	const startHour = Math.floor(blocks[0].atUs / hourUs);
	const cycle = {
		startHour,
		newestHour: startHour,
		hours: 0,
		heard: zeros(3),
		today: zeros(daySums + 3 * width),
		days: noDays(width),
		wave: zeros(2 + 2 * width),
		unsure: zeros(width)
	};
	for (const block of blocks) hearBlock(cycle, block, noise, {
		learns: true,
		quiet: false
	});
	return cycle;
}
/**
* Lets a cycle hear one more block, where it stands. With the first block of an hour, a day that is over joins the days, and the wave is
* fitted anew if nothing speaks of a change. What is heard while the reference stands still is not learnt from.
*/
function hearBlock(cycle, block, noise, rule) {
	const hour = Math.floor(block.atUs / hourUs);
	const hours = withHourOf(cycle.hours, block.atUs);
	const isBack = hour < cycle.newestHour - 1;
	const isNewHour = hour > cycle.newestHour || isBack || cycle.heard[0] === 0;
	if (isNewHour) beginHour(cycle, isBack ? hour : Math.max(hour, cycle.newestHour), noise, rule);
	if (rule.learns) {
		cycle.hours = hours;
		learnBlock(cycle, block, noise);
	}
	if (isNewHour) cycle.unsure = unsureOf(cycle, hours, noise);
}
/** What the wave adds at a time to each value; null where no wave is taken out. */
function waveAt({ wave }, atUs) {
	if (!hasWave(wave)) return null;
	const [cos, sin] = cosSinOfTurns(turnsOfDay(atUs));
	const shifts = zeros((wave.length - 2) / 2);
	for (let axis = 0; axis < shifts.length; axis += 1) shifts[axis] = wave[2 + 2 * axis] * (cos - wave[0]) + wave[3 + 2 * axis] * (sin - wave[1]);
	return shifts;
}
function hasWave(wave) {
	for (let at = 2; at < wave.length; at += 1) if (wave[at] !== 0) return true;
	return false;
}
function beginHour(cycle, hour, noise, rule) {
	if (dayOf(cycle, hour) > dayOf(cycle, cycle.newestHour)) endDay(cycle, noise);
	if (hour < cycle.newestHour) turnBack(cycle, hour);
	if (rule.quiet && rule.learns) cycle.wave = fitWave(cycle, noise);
	cycle.newestHour = hour;
}
/** The clock went back: the day under way is part of none. */
function turnBack(cycle, hour) {
	cycle.startHour = Math.min(cycle.startHour, hour);
	filled(cycle.today, 0);
}
/** Days are 24 hours each from the baseline on. */
function dayOf({ startHour }, hour) {
	return Math.floor((hour - startHour) / 24);
}
function endDay(cycle, noise) {
	cycle.days = addDay(cycle.days, cycle.today, noise);
	filled(cycle.today, 0);
}
/** n, Sum cos, Sum sin, Sum cos^2, Sum cos*sin. */
const daySums = 5;
function learnBlock({ heard, today }, block, noise) {
	const [cos, sin] = cosSinOfTurns(turnsOfDay(block.atUs));
	const { weight } = block;
	today[0] += weight;
	today[1] += weight * cos;
	today[2] += weight * sin;
	today[3] += weight * cos * cos;
	today[4] += weight * cos * sin;
	for (let axis = 0; axis < block.values.length; axis += 1) {
		const value = weight * held(block.values[axis], noise.sigma[axis], noise.most);
		today[daySums + 3 * axis] += value;
		today[daySums + 3 * axis + 1] += value * cos;
		today[daySums + 3 * axis + 2] += value * sin;
	}
	for (let at = 0; at < today.length; at += 1) today[at] = Math.fround(today[at]);
	const n = heard[0] + weight;
	const share = n > 0 ? weight / n : 0;
	heard[0] = Math.fround(n);
	heard[1] = Math.fround(heard[1] + share * (cos - heard[1]));
	heard[2] = Math.fround(heard[2] + share * (sin - heard[2]));
}
/** An outlier counts for no more than noise on top of the largest wave. */
function held(value, sigma, most) {
	const reach = outlierSigma$1 * sigma + 2 * most;
	return Math.max(-reach, Math.min(reach, value));
}
const outlierSigma$1 = 4;

/** The five channels of one frame in order: registers, which whoever folds keeps, and every frame writes over. */
var FrameResiduals = class {
	channels = channels.map(() => ({
		isHeard: false,
		residual: .5,
		standardised: .5
	}));
	/** Standardised, with the camera's axes made independent; absent until the sensor is calibrated. */
	scores = new Float64Array(channels.length);
	/** Takes in a frame. */
	measure(tracks, measurement, settings) {
		for (const sensor of limitedSensors) {
			const known = {
				sensor,
				track: tracks[sensor],
				measurement,
				settings
			};
			if (measurement[sensor] === null) this.#writeNone(sensor);
			else if (known.track.calibration === null) this.#writeLearning(known);
			else this.#writeCalibrated(known);
		}
	}
	#writeNone(sensor) {
		for (let axis = 0; axis < trackWidths[sensor]; axis += 1) {
			const channel = firstChannel[sensor] + axis;
			this.channels[channel].isHeard = false;
			this.scores[channel] = absent;
		}
	}
	#writeCalibrated({ sensor, track, measurement }) {
		const calibration = calibrationOf(track);
		const heard = sensor === "camera" ? logDeg(between$1(calibration.pose, measurement.camera)) : [measurement[sensor]];
		const wave = track.cycle === null ? null : waveAt(track.cycle, measurement.timestampUs);
		const values = wave === null ? heard : heard.map((value, axis) => value - wave[axis]);
		const scores = standardise(values, calibration);
		for (let axis = 0; axis < values.length; axis += 1) {
			const channel = firstChannel[sensor] + axis;
			const ratio = calibration.frameRatio[axis];
			const shift = values[axis] - track.centre[axis];
			const of = this.channels[channel];
			of.isHeard = true;
			of.residual = inPhysicalUnits(sensor, shift, track.centre[axis]);
			of.standardised = shift / (calibration.scale[axis] * ratio);
			this.scores[channel] = scores[axis] / ratio;
		}
	}
	/** Before there is a baseline: against the middle of what was heard so far, in units of the prior noise. */
	#writeLearning({ sensor, track, measurement, settings }) {
		const values = sensor === "camera" ? logDeg(between$1(track.anchor ?? measurement.camera, measurement.camera)) : [measurement[sensor]];
		const blocks = track.learnt;
		const { prior } = effectiveNoise({
			name: sensor,
			track,
			settings
		});
		for (const [axis, value] of values.entries()) {
			const middle = blocks.length === 0 ? value : median(blocks.map((block) => block.values[axis]));
			const of = this.channels[firstChannel[sensor] + axis];
			of.isHeard = true;
			of.residual = inPhysicalUnits(sensor, value - middle, middle);
			of.standardised = (value - middle) / prior[axis];
			this.scores[firstChannel[sensor] + axis] = absent;
		}
	}
};
function inPhysicalUnits(sensor, shift, place) {
	if (sensor !== "lidar") return shift;
	return exp(place + shift) - exp(place);
}
/** Weight of one frame in the frame reference, so that frames of one block count as one. */
function frameWeight(track) {
	return 1 / framesPerBlock(track);
}

/** Each limit takes a search, and the same few thousand serve every vehicle: they are kept, for one rate at a time. */
var T2Limits = class {
	#rate = NaN;
	#known = /* @__PURE__ */ new Map();
	/** Of a phase II frame with d channels and nu degrees of freedom, without the factor (m + 1)/m. */
	of(rate, d, nu) {
		if (rate !== this.#rate) {
			this.#rate = rate;
			this.#known.clear();
		}
		const key = 1024 * nu + d;
		const known = this.#known.get(key);
		if (known !== void 0) return known;
		const distribution = fisherDistribution(d, nu - d + 1);
		const found = {
			limit: fisherQuantile(rate, distribution) * (nu * d) / (nu - d + 1),
			distribution
		};
		if (this.#known.size < maxKnown) this.#known.set(key, found);
		return found;
	}
};
const maxKnown = 5e4;
/** The value a Fisher variable exceeds with probability `rate`, by bisection to the last bits. */
function fisherQuantile(rate, distribution) {
	let low = 0;
	let high = 1;
	while (fisherTail(high, distribution) > rate && high < 0xe8d4a51000) high *= 2;
	for (let step = 0; step < 60; step += 1) {
		const middle = .5 * (low + high);
		if (fisherTail(middle, distribution) > rate) low = middle;
		else high = middle;
	}
	return .5 * (low + high);
}

/** Tests frames one after another; keeps the limits it has looked for, and the memory that it and the fold of a frame reckon in. */
var FrameTester = class {
	residuals = new FrameResiduals();
	#limits = new T2Limits();
	/** By number of present channels. */
	#scratch = [];
	#shares = new Float64Array(channels.length);
	/**
	* Hotelling's T^2 with a baseline of m frames: T^2 = m/(m + 1)*r^TSum ^^-1r and F = T^2(nu - d + 1)/(nud) ~ F(d, nu - d + 1), with
	* nu = nu_0 + m - 1 (Montgomery, "Statistical Quality Control", phase II limits). Its parts by channel follow Mason,
	* Young & Tracy (1995). Null when no present channel has a reference yet.
	*/
	test(moments, frame, rule) {
		const present = presentChannels(moments, frame, rule.minimumReference);
		const d = present.length;
		if (d === 0) return null;
		const scratch = this.#scratch[d] ??= scratchFor(d);
		const m = takeResiduals({
			moments,
			frame,
			present
		}, scratch);
		solveByCovariance(moments, present, rule.priorDegrees, scratch);
		const { parts } = scratch;
		let t2 = 0;
		for (let at = 0; at < d; at += 1) {
			parts[at] = parts[at] * parts[at] * m / (m + 1);
			t2 += parts[at];
		}
		const nu = Math.max(d, Math.min(maxDegrees, Math.floor(rule.priorDegrees + m - 1)));
		const shares = this.#shares.fill(absent);
		for (let at = 0; at < d; at += 1) shares[present[at]] = t2 > 0 ? parts[at] / t2 : 1 / d;
		const { distribution, limit } = this.#limits.of(rule.limitRate, d, nu);
		const pValue = fisherTail(t2 * (nu - d + 1) / (nu * d), distribution);
		return {
			t2,
			degrees: d,
			pValue,
			limit,
			shares
		};
	}
};
/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const maxDegrees = 2e3;
function scratchFor(channels) {
	return {
		parts: new Float64Array(channels),
		means: new Float64Array(channels),
		covariances: new Float64Array(channels * channels),
		factor: new Float64Array(channels * channels)
	};
}
function presentChannels(moments, frame, fewest) {
	let isWhole = true;
	for (let channel = 0; channel < frame.length; channel += 1) if (!isTested(moments, frame, channel, fewest)) isWhole = false;
	if (isWhole && frame.length === everyChannel.length) return everyChannel;
	return everyChannel.filter((channel) => isTested(moments, frame, channel, fewest));
}
/** Most frames carry all of them. */
const everyChannel = channels.map((_, channel) => channel);
function isTested(moments, frame, channel, fewest) {
	return !isAbsent(frame[channel]) && moments.first[2 * channel] >= fewest;
}
/** The present channels beside their means; returns the size of the smallest reference among them. */
function takeResiduals(given, { parts }) {
	const { moments, frame, present } = given;
	let m = Infinity;
	for (let at = 0; at < present.length; at += 1) {
		const channel = present[at];
		parts[at] = frame[channel] - meanOf$2(moments, channel);
		m = Math.min(m, moments.first[2 * channel]);
	}
	return m;
}
/**
* Turns the residuals into independent ones of unit variance, by the Cholesky factor of the shrunk covariance of the
* present channels (Ledoit & Wolf 2004, diagonal target).
*/
function solveByCovariance(moments, present, priorDegrees, scratch) {
	const d = present.length;
	const { parts, covariances } = scratch;
	const keep = measureCovariances(moments, present, scratch);
	const width = moments.first.length / 2;
	for (let row = 0; row < d; row += 1) for (let column = 0; column <= row; column += 1) {
		const count = moments.second[pairAt(present[column], present[row], width)];
		const entry = covariances[row * d + column];
		covariances[row * d + column] = row === column ? (count * entry + priorDegrees) / (count + priorDegrees) : count * keep * entry / (count + priorDegrees);
	}
	const factor = cholesky(covariances, d, scratch.factor);
	if (factor !== null) {
		forwardSolve(factor, parts, parts);
		return;
	}
	for (let at = 0; at < d; at += 1) parts[at] /= Math.sqrt(Math.max(covariances[at * (d + 1)], 1e-6));
}
/** Writes the covariances as they were measured; returns the share of those between channels that shrinking keeps. */
function measureCovariances(moments, present, { means, covariances }) {
	const d = present.length;
	const width = moments.first.length / 2;
	const { second } = moments;
	for (let at = 0; at < d; at += 1) means[at] = meanOf$2(moments, present[at]);
	let spread = 0;
	let size = 0;
	for (let column = 0; column < d; column += 1) for (let row = column; row < d; row += 1) {
		const pair = pairAt(present[column], present[row], width);
		const entry = covariance(moments, pair, means[column] * means[row]);
		covariances[row * d + column] = entry ?? (row === column ? 1 : 0);
		if (row === column || entry === null) continue;
		const count = second[pair];
		const product = second[pair + 1] / count;
		spread += Math.max(0, second[pair + 2] / count - product * product) / count;
		size += entry * entry;
	}
	return 1 - (size > 0 ? Math.min(1, spread / size) : 1);
}

/** Scores a block and remembers it as the predecessor of the next. */
function scoreBlock(track, block, settings, newest = null) {
	const calibration = calibrationOf(track);
	const placed = withoutWave(track, block);
	const standardised = standardise(placed, calibration);
	const clipped = clippedScore(standardised, calibration.clipUnit, settings);
	const scored = {
		seq: block.seq,
		atUs: block.atUs,
		weight: block.weight * closeness(track.previousUs, block.atUs, calibration),
		placed,
		standardised,
		score: bounded(clipped.slice(), calibration),
		whitened: track.previousUs === null ? null : whitenInTime(track, clipped, block.atUs),
		calibration,
		newest
	};
	if (track.previousUs === null || !isOutlier(clipped, calibration)) {
		for (let axis = 0; axis < clipped.length; axis += 1) track.previous[axis] = clipped[axis];
		track.previousUs = block.atUs;
	}
	return scored;
}
/** What is left of a block's values once the wave of the day is taken out. */
function withoutWave(track, { values, atUs }) {
	const placed = inPose(track, calibrationOf(track).pose, values);
	const wave = track.cycle === null ? null : waveAt(track.cycle, atUs);
	return wave === null ? placed : placed.map((value, axis) => Math.fround(value - wave[axis]));
}
function isOutlier(clipped, { clipUnit }) {
	for (let axis = 0; axis < clipped.length; axis += 1) if (Math.abs(clipped[axis]) * clipUnit[axis] > outlierSigma) return true;
	return false;
}
/** Ordinary noise, once clipped, stays below. */
const outlierSigma = 2.5;
/**
* y* = (y_t - phi*y_{t-1})/(1 - phi), scaled back to unit variance, where phi fades with the gap: an Ornstein-Uhlenbeck
* process seen at uneven times. A mean shift stays what it was, times the same scale as the indifference zone; only
* blocks closer than usual count for less, since there the division would blow up their noise.
*/
function whitenInTime(track, clipped, atUs) {
	const calibration = calibrationOf(track);
	const { correlation, periodUs } = calibration;
	const periods = periodsSince(track.previousUs, atUs, periodUs);
	const values = clipped.slice();
	for (let axis = 0; axis < values.length; axis += 1) {
		const faded = fade(correlation[axis], periods);
		const factor = whiteningFactor(Math.max(correlation[axis], faded));
		values[axis] = factor * (values[axis] - faded * track.previous[axis]) / (1 - faded);
	}
	return bounded(values, calibration);
}
/** Holds values where they stand. */
function bounded(values, { zones, clipUnit }) {
	for (let axis = 0; axis < values.length; axis += 1) {
		const most = Math.min(4, zones[axis] + 6 / clipUnit[axis]);
		values[axis] = Math.max(-most, Math.min(most, values[axis]));
	}
	return values;
}
/** One block is worth at most this much, and at most this many sigma beyond the zone. */
const maxValue = 4;
const maxBeyondZone = 6;
/**
* A block that comes sooner than half the usual period says in part what the one before said: it counts by the time between
* them, so that a vehicle that begins to send faster does not become surer of the same noise.
*/
function closeness(previousUs, atUs, { periodUs }) {
	if (previousUs === null || atUs <= previousUs) return 1;
	return Math.max(leastWeight, Math.min(1, 2 * (atUs - previousUs) / periodUs));
}
const leastWeight = 1 / 64;
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

/** The day of a sensor whose baseline was learnt from the first of these blocks. */
function startTrackCycle({ name, settings }, { calibration, centre }, reference) {
	if (name === "confidence") return null;
	const heard = reference.map(({ atUs, weight, placed }) => ({
		atUs,
		weight,
		values: besideLocation(placed, calibration)
	}));
	return startCycle(heard, waveNoise(name, calibration, centre, settings));
}
/**
* Lets a track hear one more block of its day, before the block is scored: so the wave that is taken out of a block is never
* fitted to it. Returns the wave that was taken out until now, or null while it is still the same.
*/
function hearDay(state, { name, track, settings }, block) {
	const { cycle } = track;
	if (cycle === null) return null;
	const { wave: waveBefore } = cycle;
	const calibration = calibrationOf(track);
	const values = besideLocation(inPose(track, calibration.pose, block.values), calibration);
	const learns = referenceMoves(state, name);
	hearBlock(cycle, {
		atUs: block.atUs,
		weight: block.weight,
		values
	}, waveNoise(name, calibration, track.centre, settings), {
		learns,
		quiet: learns && isQuiet(state)
	});
	if (cycle.wave === waveBefore) return null;
	track.recent = turnRecent(state, track, { wave: waveBefore }, block);
	return waveBefore;
}
/** Nothing speaks of a change, by far. */
function isQuiet({ finding }) {
	return !finding.suspected && (finding.nats === null || finding.nats < quietNats);
}
const quietNats = 3;
function besideLocation(values, { location }) {
	const beside = zeros(location.length);
	for (let axis = 0; axis < beside.length; axis += 1) beside[axis] = values[axis] - location[axis];
	return beside;
}
/** The newest blocks as they would be had the new wave been taken out of them. */
function turnRecent({ marks }, track, before, newest) {
	const mark = {
		seq: newest.seq,
		timeUs: newest.atUs
	};
	const { seqs, weights, placed } = track.recent.columns();
	const width = track.centre.length;
	for (const [at, seq] of seqs.entries()) {
		const atUs = timeOf(marks, seq, mark);
		const was = waveAt(before, atUs);
		const now = waveAt(track.cycle, atUs);
		for (let axis = 0; axis < width; axis += 1) {
			const value = placed[width * at + axis];
			placed[width * at + axis] = Math.fround(value + (was?.[axis] ?? 0) - (now?.[axis] ?? 0));
		}
	}
	return RecentBlocks.of({
		seqs,
		weights,
		placed
	});
}
/** Twice the shift that is no drift: half the CAUTION limit. A larger wander is a fault, and is left for W to see. */
function waveNoise(name, { scale, location }, centre, { limits, evidence }) {
	const share = 2 * evidence.indifferenceShare;
	switch (name) {
		case "camera": return new LinearWaveNoise(scale, share * limits.cameraDeg.caution);
		case "radar": return new LinearWaveNoise(scale, share * limits.radarM.caution);
		case "lidar": return logarithmic(scale, share * limits.lidarM.caution, [location[0], centre[0]]);
		case "confidence": return new LinearWaveNoise(scale, 0);
	}
}
/** With methods, not functions of its own: every block of a sensor asks for one, and few for those. */
var LinearWaveNoise = class {
	sigma;
	most;
	constructor(sigma, most) {
		this.sigma = sigma;
		this.most = most;
	}
	usual() {
		return .5 * this.most;
	}
	shiftOf(amplitudes) {
		return amplitudes * this.most;
	}
};
/** ln(m + A*sin) has a mean ln(c), and the first harmonic A/c. Where the wander is at its lowest, a rise counts most. */
function logarithmic(sigma, amplitudeM, [location, centre]) {
	return {
		sigma,
		most: amplitudeM / exp(centre),
		usual: () => ln(1 + .5 * amplitudeM / exp(location)),
		shiftOf: (amplitudes) => ln(1 + logarithmsReach * amplitudes * amplitudeM / exp(Math.min(location, centre)))
	};
}
/** Logarithms reach further down than up; seen in waves of half to two thirds of their level. */
const logarithmsReach = 1.3;

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
		recent: RecentBlocks.none(),
		learnt: choice.established ? [] : track.learnt,
		cycle: null,
		inherited: choice.established ? withoutCurves(track.inherited) : track.inherited
	}, choice.blocks, learner);
	const reference = scored.slice(0, choice.baseline);
	const watched = scored.slice(choice.baseline);
	const centre = track.centre.map((_, axis) => huberMean(reference.map((block) => block.placed[axis]), calibration.scale[axis]));
	const settled = {
		...scoredTrack,
		anchor: choice.established ? calibration.pose : track.anchor,
		centre,
		centreWeight: reference.reduce((sum, block) => sum + block.weight, 0),
		cycle: startTrackCycle(learner, {
			calibration,
			centre
		}, reference)
	};
	for (const block of watched) rememberRecent(settled, block, {
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
		watched,
		inherited: curvesInherited(track.inherited?.curves ?? null, track.level),
		early: null
	};
}
/** What an established baseline has taken over need not be remembered twice. */
function withoutCurves(inherited) {
	return inherited === null ? null : {
		...inherited,
		curves: null
	};
}
/** Share of the vehicle's frames that carried the sensor while these blocks were heard. */
function shareOfFrames(track, blocks) {
	const entries = blocks.at(-1).seq - blocks[0].seq;
	return entries === 0 ? track.presence : Math.min(1, (blocks.length - 1) * framesPerBlock(track) / entries);
}
/** Scores blocks one after another, as if they came now. */
function scoreAll(track, blocks, { settings }) {
	const scoredTrack = {
		...track,
		previous: track.previous.slice()
	};
	return {
		track: scoredTrack,
		scored: blocks.map((block) => scoreBlock(scoredTrack, block, settings))
	};
}
/** After a repair: whether the sensor now stands further than the CAUTION limit from where it stood before the fault. */
function isNotRestored({ name, settings }, track) {
	const { inherited, calibration } = track;
	if (inherited === null || calibration === null || name === "confidence") return false;
	const shifts = name === "camera" ? turnBetween(inherited, track) : [track.centre[0] - inherited.centre[0]];
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
function turnBetween(inherited, track) {
	const before = turned(inherited.pose, inherited.centre);
	const after = turned(calibrationOf(track).pose, track.centre);
	return logDeg(between$1(before, after));
}
function turned(pose, centre) {
	if (pose === null) throw new Error("a camera's baseline has no pose");
	return multiply(pose, expDeg(asVector(centre)));
}

/** The window that starts with a bucket, as docs/scoring-method.md writes it down ("The sequential statistic W"). */
function compareWindow(sums, model, row) {
	const { buckets, past } = sums;
	const window = zeros(past.length);
	for (let at = buckets.length - 1; at >= row; at -= 1) buckets.addTo(window, at);
	const everything = model.referenceFrozen ? past : withBuckets(past, buckets);
	const curves = curvesOf(sums, model);
	const channels = past.filter(isFirstOfThree).map((_, channel) => {
		const since = channelSums(window, channel);
		const all = channelSums(everything, channel);
		return compareChannel(since, model.referenceFrozen ? {
			m: all.n,
			sum: all.sum,
			squares: all.squares
		} : {
			m: all.n - since.n,
			sum: all.sum - since.sum,
			squares: all.squares - since.squares
		}, channel, {
			model,
			curve: curves[channel]
		});
	});
	const { seq, size } = buckets.at(row);
	const factors = channels.map((channel) => channel?.factors ?? null);
	const sensors = model.sensors.map(([first, end]) => sensorFactors(factors.slice(first, end), model.shiftVariances.length));
	const mixed = mixSensors(sensors, model);
	const heard = sensors.filter((of) => of !== null).length;
	const term = mixed.likelihood !== null && mixed.likelihood > 1 ? size * heard * (mixed.likelihood - 1) : 0;
	return {
		seq,
		size,
		channels,
		sensors,
		...mixed,
		term
	};
}
function compareChannel(window, reference, channel, { model, curve }) {
	const { n } = window;
	const { m } = reference;
	if (m < model.minimumReference || n < 1) return null;
	const mean = reference.sum / m;
	const shift = window.sum * m - reference.sum * n;
	const direction = model.directions[channel];
	const size = (direction === 0 ? Math.abs(shift) : direction * shift) / (n * m);
	const beyond = Math.max(0, size - model.zones[channel]);
	const ownDegrees = m - 1 + model.priorDegrees;
	const prior = model.priorVariances[channel];
	const squares = Math.max(0, reference.squares - m * mean * mean);
	const variance = Math.max(model.varianceFloor * prior, (model.priorDegrees * prior + squares) / ownDegrees);
	const meanVariance = varianceBeyondZone(curve, model.zones[channel] / Math.sqrt(prior), n, m);
	const degrees = 1 / (1 / ownDegrees + 1 / degreesOfDifference(curve, n, m));
	const factors = studentFactors({
		meanVariance,
		beyond,
		variance,
		degrees
	}, model.shiftVariances);
	const { sum } = window;
	return {
		n,
		m,
		sum,
		referenceSum: reference.sum,
		shift,
		variance,
		meanVariance,
		degrees,
		factors
	};
}
/** B of one channel for each prior shift variance: its mean has moved by so much beyond the zone. */
function studentFactors(measured, shiftVariances) {
	const { meanVariance, beyond, variance, degrees } = measured;
	const information = 1 / meanVariance;
	const z = information * beyond * beyond / (variance * degrees);
	return shiftVariances.map((g) => {
		const spread = 1 + information * g;
		const exponent = .5 * (degrees + 1) * ln((1 + z) / (1 + z / spread));
		return 1 / Math.sqrt(spread) * exp(Math.min(maxNats$1, exponent));
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
	const none = sensors.reduce((product, factors) => factors === null ? product : product * q, 1);
	let likelihood = 0;
	model.shiftWeights.forEach((shiftWeight, g) => {
		const weight = shiftWeight / (1 - none);
		const inOrOut = sensors.map((factors) => factors === null ? 1 : q + p * factors[g]);
		likelihood += weight * (inOrOut.reduce((product, ratio) => product * ratio, 1) - none);
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
/**
* Of each channel, in units of the variance that all but the newest blocks have: a young change is not to make their scatter look
* small. Of too few blocks that of everything.
*/
function curvesOf(sums, model) {
	const { past, scatter } = sums;
	const { settled, everything } = model.referenceFrozen ? {
		settled: past,
		everything: past
	} : totalsOf(sums, model.known);
	const channels = model.priorCurves.length;
	for (let channel = 0; channel < channels; channel += 1) {
		const from = settled[3 * channel] >= 16 ? settled : everything;
		variancesNow[channel] = blockVariance(from, channel, model);
	}
	const { known = noCurveMemo() } = model;
	const before = model.referenceFrozen ? known.frozen : known.last;
	if (before && isOf(before, scatter, model)) return before.curves;
	const now = before ?? noCurves(scatter, model);
	writeCurves(now, scatter, model);
	if (model.referenceFrozen) known.frozen = now;
	else known.last = now;
	return now.curves;
}
/** Register, by channels: variances of a block as they are now. */
const variancesNow = new Float64Array(channels.length);
function noCurves(scatter, { priorCurves, blockLevels }) {
	return {
		scatter,
		variances: zeros(priorCurves.length),
		priorCurves,
		blockLevels,
		curves: priorCurves.map(noCurve)
	};
}
function writeCurves(known, scatter, model) {
	const { variances, curves } = known;
	known.scatter = scatter;
	known.priorCurves = model.priorCurves;
	known.blockLevels = model.blockLevels;
	for (let channel = 0; channel < variances.length; channel += 1) variances[channel] = variancesNow[channel];
	const told = shareScatter(scatter, variances, model.blockLevels);
	for (let channel = 0; channel < curves.length; channel += 1) {
		const prior = model.priorCurves[channel];
		writeCurve(curves[channel], {
			scatter: told,
			channel,
			prior,
			variance: 1
		});
	}
}
function isOf(known, scatter, model) {
	if (known.scatter !== scatter || known.curves.length !== model.priorCurves.length) return false;
	for (let channel = 0; channel < model.priorCurves.length; channel += 1) if (known.variances[channel] !== variancesNow[channel] || known.priorCurves[channel] !== model.priorCurves[channel] || known.blockLevels[channel] !== model.blockLevels[channel]) return false;
	return true;
}
const fewestSettled = 16;
const isFirstOfThree = (_, at) => at % 3 === 0;
/** Bayes factors beyond this much of one channel decide nothing more; five channels of e^120 are still finite. */
const maxNats$1 = 120;

/**
* Whether a window in which no channel has left its zone certainly adds nothing to W, so that nobody need ask by how much its
* means vary: most windows are such. There each channel's factor is 1/sqrt (1 + g/V), below 1 for whatever V. The likelihood ratio,
* a mean over mixtures of such factors, is then at most 1 - delta with delta near g/4V. That is below 1 in floating point too as
* long as delta is far above what rounding may add: a few times 2^-52 over the probability p of taking part. So V is held against
* a bound that needs no curve, and p, g and the weights against theirs. V <= 2 + 10*a, a the largest inflation
* (variance-curve.ts), which is at most what samples and prior say together, as if the variance of a block were the least.
*/
function areSilentWithinZones({ squares }, model) {
	return isOrdinary(model) && isBounded(squares, model);
}
/** With these delta is at least 10^-11. */
const mostInflation = 1e6;
const leastProbability = .01;
const leastShiftVariance = .01;
function isOrdinary(model) {
	const { participation, shiftVariances, shiftWeights, minimumReference } = model;
	let weights = 0;
	for (let at = 0; at < shiftWeights.length; at += 1) {
		if (!(shiftVariances[at] >= leastShiftVariance && shiftWeights[at] >= 0)) return false;
		weights += shiftWeights[at];
	}
	return weights <= 1.000000000001 && participation >= leastProbability && participation <= .99 && minimumReference >= 1;
}
function isBounded(squares, { priorCurves, priorVariances }) {
	const channels = priorCurves.length;
	let leastVariance = Infinity;
	for (let channel = 0; channel < channels; channel += 1) leastVariance = Math.min(leastVariance, leastShare$1 * priorVariances[channel]);
	for (let scale = 0; scale < 10; scale += 1) {
		let heard = 0;
		let told = 0;
		for (let channel = 0; channel < channels; channel += 1) {
			heard += squares[10 * channel + scale];
			told = Math.max(told, priorCurves[channel].ratios[scale]);
		}
		if (!(heard / (30 * leastVariance) + told < mostInflation)) return false;
	}
	return true;
}
/** Whether any channel that is heard both in a window and outside of it has left its zone. Sums: [n, Sum wy, Sum wy^2] of each. */
function leavesZones(window, everything, { zones, directions, minimumReference, referenceFrozen }) {
	const out = referenceFrozen ? 0 : 1;
	for (let at = 0, channel = 0; at < window.length; at += 3, channel += 1) {
		const n = window[at];
		const m = everything[at] - out * n;
		if (m < minimumReference || n < 1) continue;
		const s = window[at + 1];
		const shift = s * m - (everything[at + 1] - out * s) * n;
		const direction = directions[channel];
		if ((direction === 0 ? Math.abs(shift) : direction * shift) > zones[channel] * (n * m)) return true;
	}
	return false;
}
/** Whether every window of these sums is within its zones. */
function staysWithinZones({ past, buckets }, model) {
	const everything = model.referenceFrozen ? past : totalsOf({
		past,
		buckets
	}, model.known).everything;
	const window = zeros(past.length);
	for (let row = buckets.length - 1; row >= 0; row -= 1) {
		buckets.addTo(window, row);
		if (leavesZones(window, everything, model)) return false;
	}
	return true;
}

/** W, window by window. It is what the tests hold `weighChange` to, bit for bit. */
function weighChangeDirectly(sums, model) {
	const windows = Array.from(sums.buckets, (_, row) => ({
		row,
		...compareWindow(sums, model, row)
	})).filter(({ term }) => term !== 0).toReversed();
	let sum = 0;
	let likeliest = windows[0];
	for (const window of windows) {
		sum += window.term;
		if (window.term > (likeliest?.term ?? 0)) likeliest = window;
	}
	const posterior = model.sensors.map((_, sensor) => {
		let taken = 0;
		for (const { term, likelihood, shares } of windows) taken += term / likelihood * shares[sensor];
		return sum > 0 ? Math.min(1, taken / sum) : 0;
	});
	if (likeliest === void 0) return {
		nats: ln(sum),
		posterior,
		changeRow: -1,
		changeSeq: 0,
		channel: 0,
		side: "upper"
	};
	const { row, seq, channels } = likeliest;
	const channel = loudest$1(likeliest, model);
	const side = (channels[channel]?.shift ?? 0) < 0 ? "lower" : "upper";
	return {
		nats: ln(sum),
		posterior,
		changeRow: row,
		changeSeq: seq,
		channel,
		side
	};
}
function loudest$1({ channels }, model) {
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
* The mixture statistic W (docs/scoring-method.md, "The sequential statistic"): the logarithm of the sum, over every
* possible start of a change, of by how much the likelihood ratio "some sensors have moved since then" against "nothing
* has moved" exceeds 1. Each channel's ratio is a two-sample Student Bayes factor. Only sensors heard both before and
* after a start have a say in it.
*
* For up to three sensors and three prior shift variances, as in every vehicle, the formula is unrolled into
* `weighUnrolled`; anything else takes it as it is written down. Tests hold both to the same bits.
*/
function weighChange(sums, model) {
	return model.sensors.length <= 3 && model.shiftVariances.length === 3 ? weighUnrolled(sums, model) : weighChangeDirectly(sums, model);
}
/** Bayes factors beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const maxNats = 120;
/**
* Every frame that completes a block pays for this walk over the buckets, newest first: so one pass, all numbers of a
* window in variables, no division for a shift within its zone, and nothing more for a window in which all are.
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
	let none = 1;
	let w0 = 0;
	let w1 = 0;
	let w2 = 0;
	const window = zeros(3 * channels);
	const everything = model.referenceFrozen ? sums.past : totalsOf(sums, model.known).everything;
	const out = model.referenceFrozen ? 0 : 1;
	const secondFirst = sensorCount > 1 ? sensors[1][0] : channels;
	const thirdFirst = sensorCount > 2 ? sensors[2][0] : channels;
	let sum = 0;
	let taken0 = 0;
	let taken1 = 0;
	let taken2 = 0;
	let maxTerm = 0;
	let changeRow = -1;
	let loudest = 0;
	let shiftOfLoudest = 0;
	const silentWithin = areSilentWithinZones(sums.scatter, model);
	let curves = null;
	const zonesOfBlocks = zeros(channels);
	for (let row = buckets.length - 1; row >= 0; row -= 1) {
		buckets.addTo(window, row);
		if (silentWithin && !leavesZones(window, everything, model)) continue;
		if (curves === null) {
			curves = curvesOf(sums, model);
			for (let channel = 0; channel < channels; channel += 1) zonesOfBlocks[channel] = zones[channel] / Math.sqrt(priorVariances[channel]);
		}
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
		let loud0 = -1;
		let loud1 = -1;
		let loud2 = -1;
		let at0 = 0;
		let at1 = 0;
		let at2 = 0;
		let shift0 = 0;
		let shift1 = 0;
		let shift2 = 0;
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
				const n = window[at];
				const s = window[at + 1];
				const squaresSince = window[at + 2];
				const m = everything[at] - out * n;
				let factor0 = 1;
				let factor1 = 1;
				let factor2 = 1;
				if (m >= minimumReference && n >= 1) {
					isHeard = true;
					const curve = curves[channel];
					const information = 1 / varianceBeyondZone(curve, zonesOfBlocks[channel], n, m);
					const spread0 = 1 + information * g0;
					const spread1 = 1 + information * g1;
					const spread2 = 1 + information * g2;
					factor0 = 1 / Math.sqrt(spread0);
					factor1 = 1 / Math.sqrt(spread1);
					factor2 = 1 / Math.sqrt(spread2);
					const before = everything[at + 1] - out * s;
					const shift = s * m - before * n;
					const direction = directions[channel];
					const size = direction === 0 ? Math.abs(shift) : direction * shift;
					const zone = zones[channel];
					if (size > zone * (n * m)) {
						const beyond = Math.max(0, size / (n * m) - zone);
						const mean = before / m;
						const squares = everything[at + 2] - out * squaresSince - m * mean * mean;
						const ownDegrees = m - 1 + priorDegrees;
						const prior = priorVariances[channel];
						const pooled = (priorDegrees * prior + Math.max(0, squares)) / ownDegrees;
						const degrees = 1 / (1 / ownDegrees + 1 / degreesOfDifference(curve, n, m));
						const variance = Math.max(model.varianceFloor * prior, pooled);
						const z = information * beyond * beyond / (variance * degrees);
						const half = .5 * (degrees + 1);
						factor0 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread0))));
						factor1 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread1))));
						factor2 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread2))));
					}
					if (factor0 > loud0) {
						loud0 = factor0;
						at0 = channel;
						shift0 = shift;
					}
					if (factor1 > loud1) {
						loud1 = factor1;
						at1 = channel;
						shift1 = shift;
					}
					if (factor2 > loud2) {
						loud2 = factor2;
						at2 = channel;
						shift2 = shift;
					}
				}
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
			none = heard === 1 ? q : heard === 2 ? q * q : q * q * q;
			w0 = model.shiftWeights[0] / (1 - none);
			w1 = model.shiftWeights[1] / (1 - none);
			w2 = model.shiftWeights[2] / (1 - none);
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
		const likelihood = w0 * (inA0 * inB0 * inC0 - none) + w1 * (inA1 * inB1 * inC1 - none) + w2 * (inA2 * inB2 * inC2 - none);
		if (!(likelihood > 1)) continue;
		const term = buckets.sizeAt(row) * heard * (likelihood - 1);
		const share = term / likelihood;
		taken0 += share * (w0 * a0 * (inB0 * inC0) + w1 * a1 * (inB1 * inC1) + w2 * a2 * (inB2 * inC2));
		taken1 += share * (w0 * b0 * (inA0 * inC0) + w1 * b1 * (inA1 * inC1) + w2 * b2 * (inA2 * inC2));
		taken2 += share * (w0 * c0 * (inA0 * inB0) + w1 * c1 * (inA1 * inB1) + w2 * c2 * (inA2 * inB2));
		sum += term;
		if (term > maxTerm) {
			maxTerm = term;
			changeRow = row;
			loudest = at0;
			shiftOfLoudest = shift0;
			if (loud1 > loud0) {
				loudest = at1;
				shiftOfLoudest = shift1;
			}
			if (loud2 > Math.max(loud0, loud1)) {
				loudest = at2;
				shiftOfLoudest = shift2;
			}
		}
	}
	const posterior = zeros(sensorCount);
	if (sum > 0) {
		posterior[0] = Math.min(1, taken0 / sum);
		if (sensorCount > 1) posterior[1] = Math.min(1, taken1 / sum);
		if (sensorCount > 2) posterior[2] = Math.min(1, taken2 / sum);
	}
	return {
		nats: ln(sum),
		posterior,
		changeRow,
		changeSeq: changeRow < 0 ? 0 : buckets.seqAt(changeRow),
		channel: loudest,
		side: shiftOfLoudest < 0 ? "lower" : "upper"
	};
}

/** The likeliest change among the blocks a baseline is made of, when W speaks clearly of one. */
function changeInside(learner, { calibration }, blocks) {
	const { name, settings } = learner;
	const scored = scoreAgainst(learner, { calibration }, blocks);
	const width = trackWidths[name];
	let sums = noChangeSums(width);
	for (const { seq, weight, score } of scored) {
		const weights = filled(zeros(width), weight);
		sums = addBlock(sums, {
			seq,
			weights,
			values: score
		}, everyBlockByItself);
	}
	const model = singleModel(name, calibration, false, settings);
	const priorCurves = Array.from(calibration.correlation, (correlation) => ({
		ratios: ratiosOfCorrelated(correlation),
		degrees: filled(zeros(10), known)
	}));
	const found = weighChange(sums, {
		...model,
		priorCurves
	});
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
	referenceFrozen: false,
	scatterModel: null
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
/**
* The values beside what explains them best with one change: a step, or a line that bends once, wherever it fits best. A drift
* is no noise, and must not pass for correlation.
*/
function besideChange(values) {
	let best = {
		squares: Infinity,
		residuals: values
	};
	const consider = (regressor) => {
		const residuals = besideRegressor(values, regressor);
		let squares = 0;
		for (const residual of residuals) squares += residual * residual;
		if (squares < best.squares) best = {
			squares,
			residuals
		};
	};
	for (let from = 1; from < values.length; from += 1) {
		consider((at) => at >= from ? 1 : 0);
		consider((at) => Math.max(0, at - from + 1));
	}
	return best.residuals;
}
/** Residuals of least squares on a constant and one regressor. */
function besideRegressor(values, regressor) {
	const count = values.length;
	let [sumX, sumY, squares, products] = [
		0,
		0,
		0,
		0
	];
	values.forEach((value, at) => {
		const x = regressor(at);
		sumX += x;
		sumY += value;
		squares += x * x;
		products += x * value;
	});
	const spread = squares - sumX * sumX / count;
	const slope = spread > 0 ? (products - sumX * sumY / count) / spread : 0;
	const level = (sumY - slope * sumX) / count;
	return values.map((value, at) => value - level - slope * regressor(at));
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
/** Rotation vectors are only averaged near zero: an outlying first frame must not stay the place they count from. */
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
* Whether any split of the rows (one block's values each, in the track's unit) leaves the blocks after it further from those
* before it than a limit, whichever single one of them is left out. It asks by running sums, so a mean is known up to
* rounding: in doubt it says yes. Most vehicles that learn stand still, and for them nothing more has to be computed.
*/
function reachesLimit(sensor, rows, { fewestBefore, fewestAfter, limit }) {
	const width = rows[0].length;
	const before = new Float64Array(width);
	const after = new Float64Array(width);
	let largest = 0;
	for (const row of rows) for (let axis = 0; axis < width; axis += 1) {
		after[axis] += row[axis];
		largest = Math.max(largest, Math.abs(row[axis]));
	}
	const doubt = roundingShare * largest;
	for (let at = 1; at <= rows.length - fewestAfter; at += 1) {
		const newest = rows[at - 1];
		for (let axis = 0; axis < width; axis += 1) {
			before[axis] += newest[axis];
			after[axis] -= newest[axis];
		}
		if (at >= fewestBefore && leavesLimit({
			sensor,
			rows,
			doubt,
			at,
			before,
			after
		}, limit)) return true;
	}
	return false;
}
/** Sums of running sums of a few dozen rows are off by some 10^-13 of the largest value. */
const roundingShare = 1e-9;
/** Of all blocks after the split, without each in turn. */
function leavesLimit(split, limit) {
	for (let left = split.at; left < split.rows.length; left += 1) if (mostDistance(split, left) <= limit) return false;
	return true;
}
/** How far the mean of the rows after the split, without one of them, may at most stand from the mean of those before it. */
function mostDistance({ sensor, rows, doubt, at, before, after }, left) {
	const others = rows.length - at - 1;
	const meanOfOthers = (axis) => (after[axis] - rows[left][axis]) / others;
	if (sensor === "lidar") return exp(meanOfOthers(0) + doubt) - exp(before[0] / at - doubt);
	let square = 0;
	for (let axis = 0; axis < before.length; axis += 1) {
		const shift = meanOfOthers(axis) - before[axis] / at;
		square += shift * shift;
	}
	return Math.sqrt(square) + before.length * doubt;
}

/**
* The likeliest change among the blocks of a sensor without a baseline, when it is surely one and surely beyond the CAUTION
* limit (docs/scoring-method.md, "Early verdicts"): W of a two-sample mixture over splits. Neither mean is known, and the
* noise is only what lies beside the split. Null when nothing can be told.
*/
function earlyChange(learner, blocks) {
	const { name, settings } = learner;
	const { early, tiers } = settings;
	if (blocks.length < early.fewestBlocks || typicalGapUs(blocks) > early.longestGapUs) return null;
	const { caution } = limitsOf(name, settings);
	const rows = rowsOf(learner, blocks);
	if (!reachesLimit(name, rows, {
		...early,
		limit: caution
	})) return null;
	const { splits, sum } = compareSplits(learner, rows, usualCorrelation(blocks, settings));
	const best = splits.reduce((one, other) => other.likelihood > one.likelihood ? other : one);
	if (!(sum > 0 && ln(sum) >= early.limitNats)) return null;
	if (!(exceedance(name, best.drift, caution) >= tiers.cautionProbability)) return null;
	if (!isBeyondWithoutAnyBlock(name, best, caution)) return null;
	const { at, after, moved, correlation, drift } = best;
	return {
		at,
		moved,
		blocksBefore: at,
		blocksAfter: after.length,
		nats: ln(sum),
		correlation,
		drift,
		likely: intervalOf(splits, blocks, .5),
		widely: intervalOf(splits, blocks, .9),
		window: describeSplit(learner, blocks, best),
		...loudest(best)
	};
}
/** The blocks' values, of a camera from their mean rotation. */
function rowsOf({ name, track }, blocks) {
	const pose = name === "camera" ? meanRotation(blocks.map((block) => rotationOf(track, block))) : null;
	return blocks.map((block) => inPose(track, pose, block.values));
}
function compareSplits(learner, rows, usual) {
	const { fewestBefore, fewestAfter } = learner.settings.early;
	const splits = [];
	let sum = 0;
	for (let at = fewestBefore; at <= rows.length - fewestAfter; at += 1) {
		const split = compareSplit(learner, {
			rows,
			at,
			usual
		});
		splits.push(split);
		sum += Math.max(0, split.likelihood - 1);
	}
	return {
		splits,
		sum
	};
}
function typicalGapUs(blocks) {
	return median(blocks.slice(1).map((block, before) => block.atUs - blocks[before].atUs));
}
/**
* What a dozen blocks cannot tell: noise slower than they last. Recorded drives are correlated over a second or two, so blocks
* this close resemble each other, whatever they seem to do.
*/
function usualCorrelation(blocks, { early }) {
	const gapUs = typicalGapUs(blocks);
	return exp(Math.max(-40, -Math.max(0, gapUs) / early.correlationTimeUs));
}
function compareSplit(learner, { rows, at, usual }) {
	const { name, settings } = learner;
	const { shiftVariances, shiftWeights } = settings.evidence;
	const [before, after] = [rows.slice(0, at), rows.slice(at)];
	const [meanBefore, meanAfter] = [meanOf$1(before), meanOf$1(after)];
	const moved = minus(meanAfter, meanBefore);
	const sides = [before.map((row) => minus(row, meanBefore)), after.map((row) => minus(row, meanAfter))];
	const noise = noiseBeside(learner, sides);
	const information = at * after.length / rows.length;
	const correlation = correlationAlong(moved, sides.flat(), usual, settings);
	const inflation = correlationInflation(correlation);
	const degrees = Math.max(1, (rows.length - 2) / inflation);
	const shifts = independent(moved, noise.scale, sides.flat(), settings);
	const variances = noise.unevenness.map((factor) => factor * inflation);
	const factors = shifts.map((shift, axis) => {
		const beyond = name === "lidar" ? Math.max(0, shift) : Math.abs(shift);
		return studentFactors({
			meanVariance: 1 / information,
			beyond,
			variance: variances[axis],
			degrees
		}, shiftVariances);
	});
	let likelihood = 0;
	sensorFactors(factors, shiftVariances.length).forEach((factor, g) => {
		likelihood += shiftWeights[g] * factor;
	});
	const sds = noise.scale.map((scale, axis) => scale * Math.sqrt(variances[axis] / information));
	return {
		at,
		before: meanBefore,
		after,
		moved,
		shifts,
		variances,
		correlation,
		degrees,
		drift: inLimitUnits(name, meanBefore, {
			shifts: moved,
			sds
		}),
		likelihood
	};
}
function noiseBeside(learner, sides) {
	const { floor } = effectiveNoise(learner);
	const counts = sides.map((side) => side.length);
	const total = counts.reduce((sum, count) => sum + count, 0);
	const scale = [];
	const unevenness = [];
	for (let axis = 0; axis < sides[0][0].length; axis += 1) {
		const squares = sides.map((side) => sumOf(side, (row) => row[axis] * row[axis]));
		const pooled = Math.max(floor * floor, (squares[0] + squares[1]) / (total - 2));
		const own = squares.map((sum, side) => Math.max(pooled, sum / (counts[side] - 1)));
		const even = pooled / counts[0] + pooled / counts[1];
		scale.push(Math.sqrt(pooled));
		unevenness.push((own[0] / counts[0] + own[1] / counts[1]) / even);
	}
	return {
		scale,
		unevenness
	};
}
/**
* Lag-1 correlation of what lies beside the split, along the direction that has moved. Two means were taken out, so its bias
* is twice that of Kendall (1954); half a standard error is added, because too little of it accuses a healthy sensor.
*/
function correlationAlong(moved, beside, usual, { early }) {
	const along = beside.map((row) => dot(row, moved));
	let products = 0;
	let squares = 0;
	along.forEach((value, at) => {
		squares += value * value;
		if (at > 0) products += value * along[at - 1];
	});
	const lag = squares > 0 ? products / squares : 0;
	const count = beside.length;
	const corrected = lag + 2 * (1 + 3 * lag) / count + early.correlationErrors / Math.sqrt(count);
	return Math.min(largestCorrelation, Math.max(usual, corrected));
}
/** Beyond it blocks are one block. */
const largestCorrelation = .99;
/** The shift in units of independent noise: the values of a camera may shake together. */
function independent(moved, scale, beside, { prior }) {
	const units = moved.map((shift, axis) => shift / scale[axis]);
	const width = units.length;
	if (width === 1) return units;
	const scores = beside.map((row) => row.map((value, axis) => value / scale[axis]));
	const shrunk = shrinkCorrelation(scores, width, prior.degrees);
	const unit = shrunk.map((entry, at) => {
		const [row, column] = [Math.floor(at / width), at % width];
		return entry / Math.sqrt(shrunk[row * (width + 1)] * shrunk[column * (width + 1)]);
	});
	const root = inverseRoot(unit, width, .001);
	return units.map((_, row) => dot(Array.from(root.slice(row * width, (row + 1) * width)), units));
}
/** No single block tells anything: without whichever of them matters most the rest still stand beyond the limit. */
function isBeyondWithoutAnyBlock(name, { before, after }, caution) {
	return after.every((_, left) => {
		const shifts = minus(meanOf$1(after.toSpliced(left, 1)), before);
		const { amount } = inLimitUnits(name, before, {
			shifts,
			sds: shifts.map(() => 0)
		});
		return (name === "radar" ? Math.abs(amount) : amount) > caution;
	});
}
/** From the lower to the upper tail of the splits, each with what it adds: the change lies in the block after each. */
function intervalOf(splits, blocks, probability) {
	const terms = splits.map(({ likelihood }) => Math.max(0, likelihood - 1));
	const tail = .5 * (1 - probability) * terms.reduce((sum, term) => sum + term, 0);
	const first = beyondTail(terms, tail);
	const last = terms.length - 1 - beyondTail(terms.toReversed(), tail);
	return {
		fromSeq: blocks[splits[first].at - 1].seq + 1,
		toSeq: blocks[splits[last].at].seq
	};
}
function beyondTail(terms, tail) {
	let sum = 0;
	return terms.findIndex((term) => {
		sum += term;
		return sum > tail;
	});
}
/** Written in the form of W's own windows, from which every Bayes factor follows. */
function describeSplit({ name }, blocks, { at, after, shifts, variances, degrees, likelihood }) {
	return {
		fromSeq: blocks[at].seq,
		starts: 1,
		likelihoodRatio: likelihood,
		termNats: ln(likelihood - 1),
		channels: shifts.map((shift, axis) => ({
			channel: channels[firstChannel[name] + axis],
			blocksSince: after.length,
			blocksBefore: at,
			meanSince: Math.fround(shift),
			meanBefore: 0,
			sigma: Math.fround(Math.sqrt(variances[axis])),
			meanVariance: Math.fround(1 / after.length + 1 / at),
			degrees: Math.fround(degrees),
			zone: 0,
			side: name === "lidar" ? "upper" : "both"
		}))
	};
}
function loudest({ shifts, variances }) {
	let axis = 0;
	const size = (at) => shifts[at] * shifts[at] / variances[at];
	for (let at = 1; at < shifts.length; at += 1) if (size(at) > size(axis)) axis = at;
	return {
		axis,
		side: shifts[axis] < 0 ? "lower" : "upper"
	};
}
function meanOf$1(rows) {
	return rows[0].map((_, axis) => sumOf(rows, (row) => row[axis]) / rows.length);
}
function sumOf(rows, valueOf) {
	let sum = 0;
	for (const row of rows) sum += valueOf(row);
	return sum;
}
function minus(one, other) {
	return one.map((value, axis) => value - other[axis]);
}
function dot(one, other) {
	let sum = 0;
	for (let axis = 0; axis < one.length; axis += 1) sum += one[axis] * other[axis];
	return sum;
}

/**
* A baseline for a change that is told early: the blocks before it are the reference, those after it are watched. Null when
* nothing can be told. The confidence track has no early verdict: it accuses nobody.
*/
function earlyBaseline({ name, track, settings }) {
	if (name === "confidence") return null;
	const blocks = track.learnt;
	const change = earlyChange({
		name,
		track,
		settings
	}, blocks);
	if (change === null) return null;
	const learner = {
		name,
		settings,
		track: {
			...track,
			learnt: blocks.slice(0, change.at)
		}
	};
	const calibrated = calibrateBeside(learner, blocks, change);
	return {
		...acceptBaseline(learner, {
			calibrated,
			blocks,
			baseline: change.at,
			established: false
		}),
		early: change
	};
}
/** The noise from all blocks, each beside its own side of the change: five alone would tell little of it. */
function calibrateBeside(learner, blocks, change) {
	const { at, moved, correlation: lag } = change;
	const unmoved = blocks.map((block, index) => index < at ? block : {
		...block,
		values: block.values.map((value, axis) => value - moved[axis])
	});
	const { calibration, correlation } = calibrate(learner, unmoved);
	const taken = Math.max(0, Math.min(.95, lag));
	const noise = {
		...calibration,
		correlation: calibration.correlation.map(() => taken),
		leastCorrelation: calibration.correlation.map(() => taken)
	};
	return {
		calibration: narrowed$1({
			...noise,
			blocks: at,
			zones: indifferenceZones(learner, noise)
		}),
		correlation
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
	const blocks = [...learner.track.learnt, block].slice(-maxBlocks);
	const track = {
		...learner.track,
		learnt: blocks
	};
	const { establishedBlocks } = settings.baseline;
	if (track.calibration === null) return tryBaseline({
		...learner,
		track
	}, blocks, suspicion);
	const complete = blocks.length >= establishedBlocks;
	if (suspicion.change !== null) {
		const doubted = doubtBaseline({
			...learner,
			track
		}, suspicion.change);
		return complete ? settle(doubted) : {
			kind: "waiting",
			track: doubted
		};
	}
	return complete ? refineBaseline({
		...learner,
		track
	}, blocks) : {
		kind: "waiting",
		track
	};
}
/** A first baseline, once there are blocks enough; a change that is clear before is told without one. */
function tryBaseline(learner, blocks, { early }) {
	const { track, settings } = learner;
	const first = blocks.length >= settings.baseline.provisionalBlocks ? firstBaseline(learner, blocks) : {
		kind: "waiting",
		track
	};
	if (first.kind === "calibrated" || !early) return first;
	return earlyBaseline({
		...learner,
		track: first.track
	}) ?? first;
}
/** An undecided baseline goes on with the newest blocks only. */
const maxBlocks = 64;
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
	const left = change?.correlation ?? largestLag(scoreAgainst(learner, calibrated, blocks), besideChange);
	if (!isTooCorrelated(learner, left, blocks.length)) return settle(learner.track);
	return rebuildFromPairs(learner, blocks, change?.at ?? blocks.length) ?? settle(doubted(learner.track, (correlation) => Math.max(correlation, left)));
}
/**
* Whether what looks like a change may be correlation in disguise: then a mean is taken to vary as much as noise with that
* correlation makes it. The baseline stays: a step or a ramp leaves no correlation beside itself, and is judged by it.
*/
function doubtBaseline(learner, { axis }) {
	const { track } = learner;
	if (axis === null) return track;
	const blocks = track.learnt;
	const scored = scoreAgainst(learner, { calibration: calibrationOf(track) }, blocks);
	const left = lagOne(besideChange(scored.map((block) => block.standardised[axis])));
	if (!isTooCorrelated(learner, left, blocks.length)) return track;
	return doubted(track, (correlation, at) => at === axis ? Math.max(correlation, left) : correlation);
}
function doubted(track, leastOf) {
	const calibration = calibrationOf(track);
	const leastCorrelation = calibration.leastCorrelation.map((correlation, axis) => Math.fround(Math.min(.95, leastOf(correlation, axis))));
	return {
		...track,
		calibration: {
			...calibration,
			leastCorrelation
		}
	};
}
/**
* The baseline again from blocks twice as long; null when there are too few of them. Blocks after a change are not part of
* it: they are watched, as they were.
*/
function rebuildFromPairs(learner, blocks, before) {
	const { settings } = learner;
	const track = joinBlocks(learner, blocks);
	const joined = track.learnt;
	const lastSeq = before === 0 ? 0 : blocks[before - 1].seq;
	const baseline = joined.filter((block) => block.seq <= lastSeq).length;
	if (baseline < (before === blocks.length ? settings.baseline.provisionalBlocks : fewestBefore)) return null;
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
		...calibrationOf(track),
		established: true
	};
	const inherited = withoutCurves(track.inherited);
	return {
		kind: "waiting",
		track: {
			...track,
			calibration,
			learnt: [],
			inherited
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
		const curves = Array.from(calibrated.calibration.correlation, correlatedCurve);
		const drift = estimateDrift(name, accepted.track, 0, { curves });
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

/** Moves the tracks on where they stand. */
function advanceTracks(state, measurement, settings) {
	let scored = null;
	let calibrated = noneCalibrated;
	let waves = noWaves;
	let stepped = false;
	for (const name of trackNames) {
		const track = state.tracks[name];
		const block = averageIntoBlocks(name, track, measurement);
		if (block === null) continue;
		stepped = true;
		if (track.calibration !== null) {
			const newest = newestMedians(track);
			const waveBefore = hearDay(state, {
				name,
				track,
				settings
			}, block);
			if (waveBefore !== null) waves = new Map([...waves, [name, waveBefore]]);
			const step = scoreBlock(track, block, settings, newest);
			scored ??= /* @__PURE__ */ new Map();
			scored.set(name, step);
			const rule = {
				keep: settings.tiers.driftBlocks,
				referenceMoves: referenceMoves(state, name)
			};
			rememberRecent(track, step, rule);
			if (track.calibration.established) continue;
		}
		const learning = learnBaseline({
			name,
			track,
			settings
		}, block, suspicionOf(state, name));
		if (learning.kind === "calibrated") calibrated = new Map([...calibrated, [name, learning]]);
		state.tracks[name] = learning.track;
	}
	return {
		tracks: state.tracks,
		stepped,
		scored: scored ?? noneScored,
		calibrated,
		waves
	};
}
/** Frames inside a block complete nothing, and most blocks no baseline. */
const noneScored = /* @__PURE__ */ new Map();
const noneCalibrated = /* @__PURE__ */ new Map();
const noWaves = /* @__PURE__ */ new Map();
function suspicionOf(state, name) {
	const { finding, breach, frozen } = state;
	const held = !referenceMoves(state, name);
	const early = !frozen && (breach === null || breach.early !== null);
	if (name === "confidence") {
		const seq = finding.confidenceChangeSeq;
		return {
			held,
			early,
			change: seq === null ? null : {
				seq,
				axis: 0
			}
		};
	}
	if (!finding.suspected) return {
		held,
		early,
		change: null
	};
	const axis = finding.channel - firstChannel[name];
	return {
		held,
		early,
		change: {
			seq: finding.changeSeq,
			axis: axis >= 0 && axis < trackWidths[name] ? axis : null
		}
	};
}

/**
* Whether W has reached a limit that opens something, and does not rest on one or two blocks of a sensor. Without any single
* one it would still have reached the limit; without any two, which a glitch of two frames may give, it would still speak
* clearly of a change. So a real change, which every block repeats, hardly waits longer.
*/
function isCarriedByMany(gathered, found, limitNats) {
	return holdsWithoutAnyBlock(gathered, found, limitNats) && holdsWithout(gathered, found, {
		blocks: 2,
		atLeast: 3
	});
}
/** Twenty times likelier with a change than without: what a single further block of noise seldom says. */
const clearNats = 3;
/**
* Whether W has reached a limit, and would have done so without whichever of each sensor's newest blocks matters most. Older
* blocks have been merged with several, and are diluted by them.
*/
function holdsWithoutAnyBlock(gathered, found, limitNats) {
	return found.nats >= limitNats && holdsWithout(gathered, found, {
		blocks: 1,
		atLeast: limitNats
	});
}
/** Sensor by sensor, one block after another: the least W of one is where the next begins. */
function holdsWithout({ sums: everything, model }, { nats: all }, { blocks, atLeast }) {
	let least = {
		nats: all,
		sums: everything
	};
	const turns = model.sensors.flatMap((sensor) => Array.from({ length: blocks }, () => sensor));
	for (const sensor of turns) for (const sums of withoutOneBlock(least.sums, sensor)) {
		const { nats } = weighChange(sums, model);
		if (!(nats >= atLeast)) return false;
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
	if (model.referenceFrozen) return sums;
	const row = Array.from(sums.buckets).findIndex(({ seq }) => seq === found.changeSeq);
	return settleBefore(sums, Math.max(0, row));
}
/** Blocks of a bucket from which one is still left out; what one says among more is diluted. */
const maxLeftOut = 2;
/** The sums without one block of a sensor, for each of the newest in turn: of two that have been merged the more extreme. */
function withoutOneBlock(sums, [first, end]) {
	const reference = sums.past[3 * first] > 0 ? sums.past : withBuckets(sums.past, sums.buckets);
	return Array.from({ length: sums.buckets.length }, (_, row) => row).flatMap((row) => {
		const weight = sums.buckets.sumAt(row, 3 * first);
		if (weight === 0 || weight > maxLeftOut) return [];
		const bucket = sums.buckets.at(row);
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
/**
* Two values with mean m and standard deviation s are m + s and m - s: the one on the side on which the bucket lies from the
* reference goes.
*/
function leaveOutOne(sums, channel, reference) {
	const at = 3 * channel;
	const { n: weight, sum, squares } = channelSums(sums, channel);
	if (weight <= 1) {
		filled(sums, 0, at, at + 3);
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
* The test of one sensor alone, by its place among the model's: its own channels and no others. W of it is, to the bit, what all
* channels would give with everything cleared that the others hold, because a sensor that was not heard has no say; and what its
* curves share with channels that hold nothing is nothing.
*/
function onlySensor({ sums, model }, sensor) {
	const [first, end] = model.sensors[sensor];
	const count = end - first;
	const own = (list) => Array.from(list).slice(first, end);
	return {
		sums: {
			channels: count,
			past: sums.past.slice(3 * first, 3 * end),
			buckets: sums.buckets.only(first, count),
			scatter: {
				squares: sums.scatter.squares.slice(10 * first, 10 * end),
				counts: sums.scatter.counts.slice(10 * first, 10 * end)
			}
		},
		model: {
			...model,
			sensors: [[0, count]],
			zones: own(model.zones),
			directions: own(model.directions),
			priorVariances: own(model.priorVariances),
			priorCurves: own(model.priorCurves),
			blockLevels: own(model.blockLevels),
			known: noCurveMemo()
		}
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
	if (!(weighChange(since, model).nats >= cautionNats)) return false;
	const needed = exp(cautionNats);
	for (let row = 0; row < since.buckets.length; row += 1) if (compareWindow(since, model, row).term >= needed && !speaksAgainstReference({
		...test,
		sums: since
	}, test.sums.past, row)) return true;
	return false;
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
		referenceFrozen: false,
		known: noCurveMemo()
	};
	const found = weighChange(sums, model);
	const gathered = {
		sums,
		model,
		found
	};
	if (!isCarriedByMany(gathered, found, cautionNats)) return null;
	return speaksAgainstReference({
		...test,
		sums
	}, test.sums.past, found.changeRow) ? gathered : null;
}
/**
* Which sensors take part in a breach whose own are settled: those, and whatever other has moved since, by a statistic that
* would have opened a breach of it alone. A small drift of one sensor must not hide a large one of another. One that had
* come to rest is left to `furtherChange`.
*/
function withLaterSensors(breach, { sums, model }, { evidence, tiers }) {
	if (breach.restedBlocks >= tiers.cautionHoldBlocks) return breach.posterior;
	return breach.posterior.map((share, sensor) => {
		if (share >= .5) return share;
		const own = onlySensor({
			sums,
			model
		}, sensor);
		const found = weighChange(own.sums, own.model);
		return isCarriedByMany({
			...own,
			found
		}, found, evidence.cautionNats) ? found.posterior[0] : share;
	});
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
function sumsSince({ past, buckets, ...rest }, { changeBlockSeq }) {
	return {
		...rest,
		past: zeros(past.length),
		buckets: buckets.filter((seq) => seq >= changeBlockSeq)
	};
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
		if (!isCarriedByMany(gathered, found, settings.evidence.cautionNats)) return {
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
	const calmBlocks = isBack(advance.tracks.confidence, alarm, {
		...gathered,
		settings
	}) ? alarm.calmBlocks + 1 : 0;
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
			buckets: Buckets.none(sums.channels)
		}
	};
}
/** Within its zone and two standard deviations, and by no matter of chance: as a drift is that ends a breach. */
function isBack(track, alarm, { sums, model, found, settings }) {
	const values = recentValues(track, 0, alarm.changeSeq);
	if (track.calibration === null || values.length === 0) return false;
	const scale = track.calibration.scale[0];
	const harmless = harmlessShift("confidence", track.calibration.location[0], settings);
	const [curve] = curvesOf(sums, model);
	const between = varianceOfDifference(curve, values.length, Math.max(1, track.centreWeight));
	const sd = scale * Math.sqrt(between);
	if (!(huberMean(values, scale) >= track.centre[0] - harmless - 2 * sd)) return false;
	const test = {
		sums,
		model: {
			...model,
			known: noCurveMemo()
		},
		nats: found.nats
	};
	return hasEnded({ changeBlockSeq: alarm.changeSeq }, test, settings);
}

/**
* The shortest stretch of the histogram's rows that reaches from the lower to the upper tail of the posterior of the
* change point: P(start = c) is the term of c over e^W, the sum of all terms. `toSeq` is the last entry before the row
* after the stretch.
*/
function changePointInterval({ sums, model }, probability, newestSeq) {
	const rows = sums.buckets.length;
	const all = weighChange(sums, model).nats;
	/** P(the change began in this row or later), which falls with the row. */
	const sinceRow = (row) => exp(weighChange(startingAt(sums, row, model.referenceFrozen), model).nats - all);
	const tail = .5 * (1 - probability);
	const first = lastRowWith(rows, (row) => sinceRow(row) >= 1 - tail);
	const last = lastRowWith(rows, (row) => sinceRow(row) > tail);
	const seqOf = (row) => sums.buckets.seqAt(row);
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

const likelyShare = .5;
const widelyShare = .9;
/** The course when its breach opens, from the sums that were not yet frozen and each sensor's newest blocks. */
function openCourse(opening, settings) {
	const { gathered, newest } = opening;
	return {
		likely: changePointInterval(gathered, likelyShare, newest.seq),
		widely: changePointInterval(gathered, widelyShare, newest.seq),
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
		rows[sensor] = appendRow(rows[sensor], {
			timeUs,
			blocks: block.weight,
			shifts: shiftsFrom(centre, block.placed)
		});
	}
	return {
		...course,
		rows
	};
}
/** Rows enough to tell a ramp from a step, few enough to be kept with the state. */
const maxRows = 32;
function openRows(sensor, opening, settings) {
	const { centre, calibration, recent } = opening.tracks[sensor];
	if (calibration === null) return [];
	let rows = [];
	const firstRecentSeq = recent.count === 0 ? opening.newest.seq : recent.seqAt(0);
	for (const row of rowsFromSums(sensor, firstRecentSeq, opening, settings)) rows = appendRow(rows, row);
	for (const { seq, weight, placed } of recent) {
		const timeUs = timeOf(opening.marks, seq, opening.newest);
		rows = appendRow(rows, {
			timeUs,
			blocks: weight,
			shifts: shiftsFrom(centre, placed)
		});
	}
	return rows;
}
function shiftsFrom(centre, placed) {
	return placed.map((value, axis) => value - centre[axis]);
}
/**
* Older blocks are only left as sums of clipped scores. As long as W has not reached its limit their shifts
* are of the order of sigma, where the clip is nearly straight; its mean slope under unit noise turns them back.
*/
function rowsFromSums(sensor, beforeSeq, { gathered, tracks, marks, newest }, settings) {
	const { buckets } = gathered.sums;
	const toShifts = scoresToShifts(tracks[sensor], settings);
	const rows = [];
	for (let row = 0; row < buckets.length; row += 1) {
		const { seq: fromSeq, sums } = buckets.at(row);
		const endSeq = row + 1 < buckets.length ? buckets.seqAt(row + 1) : Infinity;
		if (endSeq > beforeSeq) break;
		if (pausesBetween(marks, fromSeq, endSeq)) continue;
		const heard = Array.from({ length: trackWidths[sensor] }, (_, axis) => channelSums(sums, firstChannel[sensor] + axis));
		const blocks = heard[0]?.n ?? 0;
		if (!(blocks > 0)) continue;
		const timeUs = timeOf(marks, .5 * (fromSeq + endSeq - 1), newest);
		rows.push({
			timeUs,
			blocks,
			shifts: toShifts(heard.map(({ n, sum }) => sum / n))
		});
	}
	return rows;
}
function scoresToShifts(track, settings) {
	const { centre } = track;
	const { location, whitening, clipUnit } = calibrationOf(track);
	const gains = Array.from(clipUnit, (unit) => clipSlope(unit, settings.evidence.clipDegrees));
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
* quarter of all the time lies between them: a row in the middle of a pause would state what was not observed.
*/
function appendRow(rows, row) {
	const appended = [...rows, narrowed(row)];
	return appended.length > maxRows ? joinLightest(appended) : appended;
}
function joinLightest(rows) {
	const last = rows.length - 1;
	const far = .25 * (rows[last].timeUs - rows[0].timeUs);
	let lightest = 0;
	let fewest = Infinity;
	for (let at = 0; at < last; at += 1) {
		const row = rows[at];
		const next = rows[at + 1];
		if (far > 0 && next.timeUs - row.timeUs >= far) continue;
		if (row.blocks + next.blocks >= fewest) continue;
		lightest = at;
		fewest = row.blocks + next.blocks;
	}
	return rows.toSpliced(lightest, 2, joined(rows[lightest], rows[lightest + 1]));
}
function joined(older, newer) {
	const [a, b] = [older.blocks, newer.blocks];
	const mean = (one, other) => (a * one + b * other) / (a + b);
	return narrowed({
		timeUs: mean(older.timeUs, newer.timeUs),
		blocks: a + b,
		shifts: older.shifts.map((shift, axis) => mean(shift, newer.shifts[axis]))
	});
}
/** As a row is kept: whole microseconds, the rest as binary32. */
function narrowed({ timeUs, blocks, shifts }) {
	return {
		timeUs: Math.floor(timeUs + .5),
		blocks: Math.fround(blocks),
		shifts: shifts.map(Math.fround)
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
		}, settings),
		early: null
	};
}

/**
* A breach that was opened early, one step on. As many blocks since the change as a baseline takes make an ordinary verdict of
* it, once W says the same by its own limit; until then its sensor takes part, whatever W says.
*/
function followEarlyBreach(breach, gathered, advance, settings) {
	const { early } = breach;
	if (early === null || early.confirmed) return breach;
	const { sensor } = early.verdict;
	const blocksSince = early.blocksSince + (advance.scored.has(sensor) ? 1 : 0);
	const confirmed = blocksSince >= settings.baseline.provisionalBlocks && speaksByItself(gathered, sensor, settings);
	return {
		...breach,
		early: {
			...early,
			blocksSince,
			confirmed
		},
		posterior: confirmed ? breach.posterior : withSensor(breach.posterior, early)
	};
}
function speaksByItself(gathered, sensor, { evidence }) {
	if (gathered.found === null) return false;
	return gathered.found.posterior[limitedSensors.indexOf(sensor)] >= .5 && isCarriedByMany(gathered, gathered.found, evidence.cautionNats);
}
function withSensor(posterior, { verdict }) {
	return posterior.map((share, at) => limitedSensors[at] === verdict.sensor ? 1 : share);
}

/**
* The breach of a change that was told before its sensor had a baseline. The blocks before it are the reference from now on,
* and stay it. Null when this frame told none, or a breach is open already.
*/
function openEarlyBreach({ breach: open }, gathered, moment, settings) {
	if (open !== null || gathered.found === null) return null;
	const told = toldEarly(moment);
	if (told === null) return null;
	const { sensor, learning, change } = told;
	const shape = histogramShape(settings, true, "calibration", null);
	const { sums, row } = placeAtChange(gathered.sums, sensor, learning, shape);
	const found = {
		nats: change.nats,
		posterior: limitedSensors.map((name) => name === sensor ? 1 : 0),
		changeRow: row,
		changeSeq: change.window.fromSeq,
		channel: firstChannel[sensor] + change.axis,
		side: change.side
	};
	const evidence = {
		gathered: {
			sums,
			model: {
				...gathered.model,
				referenceFrozen: true
			},
			found
		},
		statistic: found.nats,
		posterior: found.posterior
	};
	const breach = describeBreach(evidence, moment, settings);
	const { likely, widely } = change;
	const early = rememberEarly(told, moment, settings);
	return {
		breach: {
			...breach,
			course: {
				...breach.course,
				likely,
				widely
			},
			early
		},
		sums,
		found
	};
}
/** Of several sensors in one frame the one that speaks loudest. */
function toldEarly({ advance }) {
	let loudest = null;
	for (const sensor of limitedSensors) {
		const learning = advance.calibrated.get(sensor);
		const change = learning?.early ?? null;
		if (learning === void 0 || change === null) continue;
		if (loudest === null || change.nats > loudest.change.nats) loudest = {
			sensor,
			learning,
			change
		};
	}
	return loudest;
}
function rememberEarly({ sensor, change }, { advance }, settings) {
	return {
		verdict: {
			sensor,
			blocksBefore: change.blocksBefore,
			blocksAfter: change.blocksAfter,
			framesPerBlock: framesPerBlock(advance.tracks[sensor]),
			correlation: change.correlation,
			statistic: change.nats,
			limit: settings.early.limitNats,
			drift: change.drift.amount,
			driftSd: change.drift.sd
		},
		window: change.window,
		blocksSince: change.blocksAfter,
		confirmed: false
	};
}
/**
* The sums split where the change is: the sensor's blocks before it are the reference, whatever the histogram of the other
* sensors has made of the time, and those after it lie in its buckets.
*/
function placeAtChange(before, sensor, { reference, watched }, shape) {
	const first = firstChannel[sensor];
	const cleared = clearChannels(before, first, trackWidths[sensor]);
	const changeSeq = watched[0].seq;
	const settled = settleBefore(cleared, Math.max(0, cleared.buckets.rowBefore(changeSeq)));
	let { past } = settled;
	for (const block of reference) past = addValues(past, widen(settled.channels, first, block));
	let sums = {
		...settled,
		past
	};
	for (const block of watched) sums = addWatched(sums, first, block, shape);
	return {
		sums,
		row: 0
	};
}
function addWatched(sums, first, block, shape) {
	const values = widen(sums.channels, first, block);
	if (block.seq > sums.buckets.newestSeq) return addBlock(sums, {
		seq: block.seq,
		...values
	}, shape);
	const row = Math.max(0, sums.buckets.rowBefore(block.seq));
	const bucket = sums.buckets.at(row);
	const fuller = {
		...bucket,
		sums: keptSums(addValues(bucket.sums, values), sums.channels)
	};
	return {
		...sums,
		buckets: sums.buckets.with(row, fuller)
	};
}
function widen(channels, first, { weight, score }) {
	const weights = zeros(channels);
	const values = zeros(channels);
	score.forEach((value, axis) => {
		weights[first + axis] = weight;
		values[first + axis] = value;
	});
	return {
		weights,
		values
	};
}

/**
* One step of the two-sided tabular CUSUM, where its sums stand: C^+ <- max(0, C^+ + z - k), C^- <- max(0, C^- - z - k).
* Page, E. S. (1954), "Continuous inspection schemes", Biometrika 41.
*/
function stepCusum(sums, z, k) {
	sums.upper = Math.max(0, sums.upper + z - k);
	sums.lower = Math.max(0, sums.lower - z - k);
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
/** Welford's update, in place. */
function addToNoise(noise, value) {
	const before = value - noise.mean;
	noise.count += 1;
	noise.mean += before / noise.count;
	noise.squares += before * (value - noise.mean);
}

/**
* Moves the tabular CUSUM of every channel that completed a block, where the charts stand. They show people where a drift built
* up; they decide nothing.
*/
function drawCharts(state, advance, settings) {
	if (advance.scored.size === 0 && advance.calibrated.size === 0) return;
	const { charts } = state;
	for (const sensor of limitedSensors) {
		const first = firstChannel[sensor];
		const moves = referenceMoves(state, sensor);
		const block = advance.scored.get(sensor)?.whitened ?? noValues;
		for (let axis = 0; axis < block.length; axis += 1) step(charts, first + axis, block[axis], {
			moves,
			settings
		});
		const learnt = advance.calibrated.get(sensor);
		if (learnt !== void 0) startNoise$1(charts, first, learnt);
	}
}
const noValues = [];
/** A register: one chart at a time. */
const chart = {
	upper: .5,
	lower: .5,
	count: .5,
	mean: .5,
	squares: .5
};
function step(charts, channel, value, { moves, settings }) {
	const { k, clipSigma } = settings.chart;
	readChart(charts, channel, chart);
	stepCusum(chart, Math.max(-clipSigma, Math.min(clipSigma, selfStartingScore(chart, value))), k);
	writeSums$1(charts, channel, chart);
	if (!moves) return;
	addToNoise(chart, value);
	writeRunningNoise(charts, channel, chart);
}
/**
* From the blocks a new baseline was learnt from a chart estimates its noise. A refined baseline keeps the sums drawn so far, and
* one without a whitened block the noise, too.
*/
function startNoise$1(charts, first, { reference }) {
	const scores = reference.flatMap((block) => block.whitened === null ? [] : [block.whitened]);
	for (let axis = 0; axis < (scores[0]?.length ?? 0); axis += 1) {
		readChart(charts, first + axis, chart);
		chart.count = 0;
		chart.mean = 0;
		chart.squares = 0;
		for (const score of scores) addToNoise(chart, score[axis]);
		writeRunningNoise(charts, first + axis, chart);
	}
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
		meanVariance: Math.fround(compared.meanVariance),
		degrees: Math.fround(compared.degrees),
		zone: Math.fround(model.zones[channel]),
		side: direction === 0 ? "both" : direction > 0 ? "upper" : "lower"
	};
}

/**
* The model with the zones it takes to open a breach: as wide as what a wander of the day that is not known yet may move a
* mean by, where that is more than the usual zone. A breach that is open is not closed by them; and what stands further from
* its baseline than any such wander leads is judged as usual: a slow drift is not to pass for a wander for a whole day.
*/
function withWiderZones(model, tracks, settings) {
	let zones = null;
	for (const sensor of limitedSensors) {
		const { calibration, cycle } = tracks[sensor];
		if (calibration === null || cycle === null) continue;
		for (let axis = 0; axis < cycle.unsure.length; axis += 1) {
			const channel = firstChannel[sensor] + axis;
			const wider = zoneOfUnsure(sensor, tracks[sensor], axis, settings);
			if (!(wider > model.zones[channel])) continue;
			zones ??= Array.from(model.zones);
			zones[channel] = wider;
		}
	}
	return zones === null ? model : {
		...model,
		zones
	};
}
/** As wide as the wander of a value that is not known; 0 where all of it is known, or its newest blocks stand beyond. */
function zoneOfUnsure(sensor, track, axis, settings) {
	const unsure = track.cycle?.unsure[axis] ?? 0;
	if (unsure === 0) return 0;
	const { caution } = limitsOf(sensor, settings);
	if (standsBeyond(track, axis, sensor === "lidar" ? 2 * unsure : Math.min(2 * unsure, caution))) return 0;
	const { scale, clipUnit } = calibrationOf(track);
	const half = unsure / (2 * scale[axis] * clipUnit[axis]);
	return 2 * softClip(half, settings.evidence.clipDegrees);
}
/** Whether the newest blocks surely lie further from where the baseline was learnt. */
function standsBeyond(track, axis, reach) {
	const { count } = track.recent;
	const { location, scale } = calibrationOf(track);
	if (count < fewestBlocks) return false;
	return Math.abs(recentMean(track, axis, count) - location[axis]) - 3 * scale[axis] / Math.sqrt(count) > reach;
}
const fewestBlocks = 10;

/**
* What a sinusoid adds, on average over its phase, to a sample u = U+03b7(U+0100 - BU+0304)^2 of an Allan curve: two neighbouring means of
* n blocks each, U+03b7 = n/2. With theta = pi*spacing/period it is amplitude^2*sin^4(ntheta)/(n*sin^2theta): the difference of the two means
* is again a sinusoid, 2*sin(ntheta) times as large as each of them, and a mean of n blocks is sin(ntheta)/(n*sintheta) as large as
* the wave (the kernel of Dirichlet).
*/
function waveContrast(blocks, wave, sines = new WaveSines()) {
	const halfTurns = .5 * wave.spacingUs / wave.periodUs;
	const step = sines.of(1, halfTurns);
	const window = sines.of(blocks, halfTurns);
	const square = window * window;
	const power = wave.amplitude * wave.amplitude;
	if (step * step < 1e-24) return 0;
	return power * square * square / (blocks * step * step);
}
/** sin(ntheta) by n, each looked for once as long as theta stays: the values of a vehicle mostly share their times. */
var WaveSines = class {
	#known = /* @__PURE__ */ new Map();
	#halfTurns = NaN;
	of(blocks, halfTurns) {
		if (halfTurns !== this.#halfTurns) {
			this.#halfTurns = halfTurns;
			this.#known.clear();
		}
		let sine = this.#known.get(blocks);
		if (sine === void 0) {
			[, sine] = cosSinOfTurns(blocks * halfTurns);
			this.#known.set(blocks, sine);
		}
		return sine;
	}
};

/**
* The scatter of a channel's means without what a wave of the day has added to it. A scale at which that was most of what
* was measured is forgotten: what would be left is the difference of two large numbers.
*/
function scatterWithoutWave({ squares, counts }, channel, wave) {
	const left = squares.slice();
	const counted = counts.slice();
	const sines = new WaveSines();
	for (let scale = 0, blocks = 1; scale < 10; scale += 1, blocks *= 2) {
		const at = 10 * channel + scale;
		const added = counts[at] * waveContrast(blocks, {
			...wave,
			periodUs: dayUs$1
		}, sines);
		const isWave = added > .5 * squares[at];
		left[at] = isWave ? 0 : Math.fround(squares[at] - added);
		counted[at] = isWave ? 0 : counts[at];
	}
	return {
		squares: left,
		counts: counted
	};
}
/**
* Makes of a channel's scatter what it would be without a wave that may be there, but is not known: a scale at which that could
* be most of what was measured is taken to be like the scale below it. For a question that allows for such a wave otherwise.
*/
function takeOutUnknownWave({ squares, counts }, channel, { amplitude, spacingUs }, sines = new WaveSines()) {
	const wave = {
		amplitude,
		spacingUs,
		periodUs: dayUs$1
	};
	for (let scale = 1, blocks = 2; scale < 10; scale += 1, blocks *= 2) {
		const at = 10 * channel + scale;
		const measured = squares[at];
		const samples = counts[at];
		if (!(samples * waveContrast(blocks, wave, sines) > .5 * measured) || !(counts[at - 1] > 0)) continue;
		const count = Math.min(samples, assumedCount);
		squares[at] = Math.min(measured / samples, squares[at - 1] / counts[at - 1]) * count;
		counts[at] = count;
	}
}
/** As sure of it as of that many samples. */
const assumedCount = 20;

/**
* The sums as they would be had the new wave been taken out of every block: each bucket's mean is turned by what the wave
* comes to over its time, and the wave's part of the scatter is left out. A change that was hidden by the wave is still
* there, and now it is seen.
*/
function turnSums(before, sensor, settings) {
	const { sums, moments } = markedSums(before);
	const degrees = settings.evidence.clipDegrees;
	const turns = scoreTurns(sensor);
	const first = firstChannel[sensor.name];
	const turnAll = (held, moment) => {
		const turned = held.slice();
		for (const [axis, turn] of turns.entries()) turnChannel(turned, first + axis, {
			turn,
			moment,
			degrees
		});
		return turned;
	};
	const { periodUs: spacingUs } = calibrationOf(sensor.track);
	let { scatter } = sums;
	for (const [axis, { cos, sin }] of turns.entries()) {
		const amplitude = Math.sqrt(cos * cos + sin * sin);
		scatter = scatterWithoutWave(scatter, first + axis, {
			amplitude,
			spacingUs
		});
	}
	return {
		...sums,
		scatter,
		past: turnAll(sums.past, pastMoment(sensor.track, sums, {
			channel: first,
			moments
		})),
		buckets: sums.buckets.rewritten((bucket, row) => ({
			...bucket,
			sums: keptSums(turnAll(bucket.sums, moments[row]), sums.channels)
		}))
	};
}
/** The sums with what each bucket remembers of the time of day. If one does not, all of them join the past. */
function markedSums(sums) {
	const moments = [];
	for (const { size, sums: held } of sums.buckets) {
		const moment = meanOfMarks(held.slice(3 * sums.channels), size);
		if (moment === null) return {
			sums: settleBefore(sums, sums.buckets.length),
			moments: []
		};
		moments.push(moment);
	}
	return {
		sums,
		moments
	};
}
/** Of what is older than the buckets: all that was heard without them. */
function pastMoment({ cycle }, sums, { channel, moments }) {
	const { heard } = cycle;
	let n = heard[0];
	let x = n * heard[1];
	let y = n * heard[2];
	for (const [row, moment] of moments.entries()) {
		const weight = sums.buckets.sumAt(row, 3 * channel);
		n -= weight;
		x -= weight * moment.x;
		y -= weight * moment.y;
	}
	return n > 0 && n >= .5 * channelSums(sums.past, channel).n ? {
		x: x / n,
		y: y / n
	} : {
		x: heard[1],
		y: heard[2]
	};
}
function scoreTurns({ track, waveBefore }) {
	const { wave } = track.cycle;
	const { whitening, location, clipUnit } = calibrationOf(track);
	const width = location.length;
	return Array.from(location, (_, row) => {
		let [at, cos, sin] = [
			0,
			0,
			0
		];
		for (let axis = 0; axis < width; axis += 1) {
			const turn = whitening[row * width + axis] / clipUnit[row];
			const [b, c] = [wave[2 + 2 * axis], wave[3 + 2 * axis]];
			const [b0, c0] = [waveBefore[2 + 2 * axis], waveBefore[3 + 2 * axis]];
			cos += turn * (b - b0);
			sin += turn * (c - c0);
			at -= turn * (b * wave[0] + c * wave[1] - b0 * waveBefore[0] - c0 * waveBefore[1]);
		}
		return {
			at,
			cos,
			sin,
			noise: 1 / (clipUnit[row] * clipUnit[row])
		};
	});
}
function turnChannel(sums, channel, { turn, moment, degrees }) {
	const { n, sum, squares } = channelSums(sums, channel);
	if (!(n > 0)) return;
	const { at, cos, sin, noise } = turn;
	const mean = sum / n;
	const shift = at + cos * moment.x + sin * moment.y;
	const turned = softClip(unclipped(mean, degrees) - shift, degrees);
	const growth = 1 + Math.max(0, .5 * (1 - moment.x * moment.x - moment.y * moment.y)) * (cos * cos + sin * sin) / noise;
	sums[3 * channel + 1] = n * turned;
	sums[3 * channel + 2] = n * turned * turned + Math.max(0, squares - n * mean * mean) / growth;
}

/** Camera, radar and lidar: the test that breaches. */
function gatherCalibrationChange(state, advance, seq, { settings, known }) {
	if (!advance.stepped) return {
		sums: state.evidence,
		model: null,
		found: null
	};
	const isFrozen = !referenceMoves(state, "camera");
	const usual = calibrationModel(advance.tracks, isFrozen, settings, known);
	const model = state.breach === null ? withWiderZones(usual, advance.tracks, settings) : usual;
	const marked = needsMarks(advance.tracks);
	const shape = histogramShape(settings, isFrozen, "calibration", model);
	return gather(state.evidence, advance, {
		names: limitedSensors,
		seq,
		model,
		shape,
		marked,
		settings
	});
}
/** The lidar's confidence: a test of its own, which never breaches. */
function gatherConfidenceChange(state, advance, seq, { settings, known }) {
	if (!advance.stepped) return {
		sums: state.confidenceEvidence,
		model: null,
		found: null
	};
	const isFrozen = !referenceMoves(state, "confidence");
	const model = confidenceModel(advance.tracks, isFrozen, settings, known);
	const shape = histogramShape(settings, isFrozen, "confidence", model);
	const names = confidenceAlone;
	return gather(state.confidenceEvidence, advance, {
		names,
		seq,
		model,
		shape,
		marked: false,
		settings
	});
}
const confidenceAlone = ["confidence"];
function gather(before, advance, test) {
	const { model, shape } = test;
	let sums = advance.waves.size === 0 ? before : turnWaves(before, advance, test);
	if (test.names.some((name) => advance.scored.has(name))) sums = addBlock(sums, joinSensors(sums.channels, advance, test), shape);
	for (const name of test.names) {
		const baseline = advance.calibrated.get(name);
		if (baseline !== void 0) sums = placeBlocks(sums, firstChannel[name], baseline, shape);
	}
	if (sums === before) return {
		sums,
		model: null,
		found: null
	};
	return {
		sums,
		model,
		found: weighChange(sums, model)
	};
}
/** The sums with the new waves of the day taken out of them. */
function turnWaves(before, { waves, tracks }, { names, settings }) {
	let sums = before;
	for (const name of names) {
		const waveBefore = waves.get(name);
		if (waveBefore === void 0) continue;
		sums = turnSums(sums, {
			name,
			track: tracks[name],
			waveBefore
		}, settings);
	}
	return sums;
}
/** Registers, by channels: one block on its way into the sums. A channel without weight has no value. */
const ofAll = {
	weights: new Float64Array(channels.length),
	values: new Float64Array(channels.length)
};
const ofOne = {
	weights: /* @__PURE__ */ new Float64Array(1),
	values: /* @__PURE__ */ new Float64Array(1)
};
function joinSensors(channels, advance, test) {
	const weights = channels === 1 ? ofOne.weights : ofAll.weights;
	const values = channels === 1 ? ofOne.values : ofAll.values;
	weights.fill(0);
	let atUs = 0;
	for (const name of test.names) {
		const block = advance.scored.get(name);
		if (block === void 0) continue;
		atUs = block.atUs;
		const first = firstChannel[name];
		for (let axis = 0; axis < block.score.length; axis += 1) {
			weights[first + axis] = block.weight;
			values[first + axis] = block.score[axis];
		}
	}
	const { seq, marked } = test;
	return marked ? {
		seq,
		weights,
		values,
		dayMarks: dayMarks(atUs)
	} : {
		seq,
		weights,
		values
	};
}

/**
* What speaks loudest of a change: all that was heard, or, as long as a wander of the day is not known, its newest hours
* among themselves. Within them no wander moves a mean by more than the usual zone, so a step among them is none. With the
* reference standing still there is one question only.
*/
function loudestChange(state, gathered, advance, settings) {
	if (gathered.found === null) return null;
	const { sums, model, found } = gathered;
	if (model.referenceFrozen || !isWider(advance.tracks, model)) return gathered;
	const newest = {
		...sums,
		past: zeros(sums.past.length),
		buckets: newestBuckets(state, sums, advance)
	};
	const usual = {
		...model,
		zones: zonesAt(newest, advance.tracks, settings),
		known: knownOfNewest
	};
	knownOfNewest.totals = null;
	if (areSilentWithinZones(sums.scatter, usual) && staysWithinZones(newest, usual)) return gathered;
	const recent = {
		...newest,
		scatter: shortScatter(newest, advance.tracks, settings)
	};
	const among = weighChange(recent, usual);
	return among.nats > found.nats ? {
		sums: recent,
		model: usual,
		found: among
	} : gathered;
}
/** A register: what is at hand of the newest hours, of one vehicle after another. */
const knownOfNewest = noCurveMemo();
function newestBuckets({ marks, entries, newestUs }, { buckets }, { scored }) {
	const timeUs = [...scored.values()].reduce((newest, { atUs }) => Math.max(newest, atUs), newestUs ?? 0);
	const newest = {
		seq: entries,
		timeUs
	};
	return buckets.filter((seq) => timeUs - timeOf(marks, seq, newest) <= steadyHours * hourUs);
}
/** What the wander itself adds at longer scales is allowed for by the zone; what the clip leaves is less further out. */
function shortScatter({ scatter: before, buckets }, tracks, settings) {
	const scatter = {
		squares: before.squares.slice(),
		counts: before.counts.slice()
	};
	const sines = new WaveSines();
	for (const sensor of limitedSensors) {
		const { calibration, centre } = tracks[sensor];
		if (calibration === null) continue;
		const { most } = waveNoise(sensor, calibration, centre, settings);
		for (let axis = 0; axis < centre.length; axis += 1) {
			const wave = {
				amplitude: most / (calibration.scale[axis] * calibration.clipUnit[axis]),
				spacingUs: calibration.periodUs
			};
			const channel = firstChannel[sensor] + axis;
			takeOutUnknownWave(scatter, channel, wave, sines);
			narrowTo(buckets, scatter, channel);
		}
	}
	return scatter;
}
/** Makes neighbours differ by no more than what blocks do now about the means of their buckets. */
function narrowTo(buckets, { squares, counts }, channel) {
	const first = 10 * channel;
	const neighbours = squares[first] / counts[first];
	const now = varianceWithin(buckets, channel);
	if (now === null || !(now < neighbours)) return;
	for (let at = first; at < first + 10; at += 1) squares[at] *= now / neighbours;
}
/** Null from too few blocks. */
function varianceWithin(buckets, channel) {
	let degrees = 0;
	let squared = 0;
	for (let row = 0; row < buckets.length; row += 1) {
		const n = buckets.sumAt(row, 3 * channel);
		const sum = buckets.sumAt(row, 3 * channel + 1);
		const squares = buckets.sumAt(row, 3 * channel + 2);
		if (!(n > 1)) continue;
		degrees += n - 1;
		squared += Math.max(0, squares - sum / n * sum);
	}
	return degrees >= fewestDegrees ? squared / degrees : null;
}
const fewestDegrees = 10;
/** Two halves of so long a time differ, in a wave of twice the zone, by no more than the zone. */
const steadyHours = 3.75;
function isWider(tracks, { zones }) {
	for (const sensor of limitedSensors) {
		const { calibration } = tracks[sensor];
		if (calibration === null) continue;
		for (let axis = 0; axis < calibration.zones.length; axis += 1) if (zones[firstChannel[sensor] + axis] > calibration.zones[axis]) return true;
	}
	return false;
}
/** The usual zones, as far as the clip leaves them where the sensors stand now. */
function zonesAt({ buckets, channels }, tracks, settings) {
	const zones = zeros(channels);
	const degrees = settings.evidence.clipDegrees;
	for (const sensor of limitedSensors) {
		const { calibration } = tracks[sensor];
		if (calibration === null) continue;
		const first = firstChannel[sensor];
		for (let axis = 0; axis < calibration.zones.length; axis += 1) {
			const level = unclipped(meanOf(buckets, first + axis), degrees);
			const usual = unclipped(calibration.zones[axis], degrees);
			const size = sensor === "lidar" ? Math.max(usual, riseAt(level, calibration, settings)) : usual;
			zones[first + axis] = zoneAt(level, size, degrees);
		}
	}
	return zones;
}
/** Where a lidar's error is small, the same rise is more of its logarithm. */
function riseAt(level, { location, scale, clipUnit }, { evidence, limits }) {
	const unit = scale[0] * clipUnit[0];
	const riseM = wanderLag * evidence.indifferenceShare * limits.lidarM.caution;
	return ln(1 + riseM / exp(location[0] + unit * level)) / unit;
}
/** Before a rise the error was smaller still than in the middle of it. */
const wanderLag = 1.5;
function meanOf(buckets, channel) {
	let weight = 0;
	let total = 0;
	for (let row = 0; row < buckets.length; row += 1) {
		weight += buckets.sumAt(row, 3 * channel);
		total += buckets.sumAt(row, 3 * channel + 1);
	}
	return weight > 0 ? total / weight : 0;
}
/** Further out the clip leaves less of a shift; of the two ways, the one back to the middle leaves more. */
function zoneAt(level, size, degrees) {
	const outer = Math.max(Math.abs(level), size);
	return softClip(outer, degrees) - softClip(outer - size, degrees);
}

/**
* A CUSUM a channel against "the noise has doubled", which learns its reference as it goes: whatever came before its last
* zero is the reference, and the zero dates the growth. It holds still while a breach is open, whose fault may scatter
* too, and starts again with a new baseline. The noises are moved where they stand.
*/
function followNoise(state, advance, { seq, timestampUs }, settings) {
	if (advance.scored.size === 0 && advance.calibrated.size === 0) return;
	const { noise } = state;
	for (const sensor of limitedSensors) {
		const first = firstChannel[sensor];
		const calibrated = advance.calibrated.get(sensor);
		if (calibrated !== void 0) {
			state.tracks[sensor].centre.forEach((_, axis) => {
				writeNoise(noise, first + axis, startNoise(calibrated, axis));
			});
			continue;
		}
		const block = advance.scored.get(sensor);
		if (block === void 0 || state.breach !== null) continue;
		for (let axis = 0; axis < block.placed.length; axis += 1) {
			const away = besideNewest(block, axis);
			const one = {
				square: away * away,
				weight: block.weight,
				learns: !state.frozen,
				seq,
				timestampUs
			};
			followChannel(noise, first + axis, one, settings.noise);
		}
	}
}
function startNoise({ track, reference }, axis) {
	const { location, scale } = calibrationOf(track);
	return startChannel(reference.map(({ placed }) => (placed[axis] - location[axis]) / scale[axis]), reference.map(({ weight }) => weight));
}
/** The sensors whose noise has grown, each since its first channel's did. */
function noiseGrowths(noises) {
	if (!channels.some((_, channel) => hasGrown(noises, channel))) return [];
	return limitedSensors.flatMap((sensor) => {
		return Array.from({ length: trackWidths[sensor] }, (_, axis) => noiseOf(noises, firstChannel[sensor] + axis)).filter((channel) => channel.grown).toSorted((one, other) => one.sinceSeq - other.sinceSeq).slice(0, 1).map(({ sinceSeq, sinceUs }) => ({
			sensor,
			sinceSeq,
			sinceUs
		}));
	});
}
/** A block's value in sigma beside the median of those it came after. */
function besideNewest({ placed, calibration, newest }, axis) {
	const location = calibration.location[axis];
	const scale = calibration.scale[axis];
	const now = (placed[axis] - location) / scale;
	return newest === null ? now : now - (newest[axis] - location) / scale;
}

/** Takes one more frame into the reference of the per-frame test, where it stands. */
function learnFrame(state, scores) {
	if (referenceMoves(state, "camera") && hasAny(scores)) addFrame(state.moments, scores, slowestWeight(state, scores));
}
/** That reference after any baseline this frame completed. */
function withBaselines(before, { calibrated }) {
	if (calibrated.size === 0) return before;
	let moments = before;
	for (const sensor of limitedSensors) {
		const baseline = calibrated.get(sensor);
		if (baseline !== void 0) moments = startMoments(moments, sensor, baseline.track, baseline.reference);
	}
	return moments;
}
function hasAny(scores) {
	for (let channel = 0; channel < scores.length; channel += 1) if (!isAbsent(scores[channel])) return true;
	return false;
}
/** Frames of one block resemble each other: together they count as one. */
function slowestWeight(state, scores) {
	let least = 1;
	for (const sensor of limitedSensors) {
		if (isAbsent(scores[firstChannel[sensor]])) continue;
		least = Math.min(least, frameWeight(state.tracks[sensor]));
	}
	return least;
}
function startMoments(moments, sensor, track, reference) {
	const first = firstChannel[sensor];
	const ratio = calibrationOf(track).frameRatio;
	const started = clearMoments(moments, first, trackWidths[sensor]);
	for (const block of reference) {
		const frame = channels.map(() => absent);
		block.standardised.forEach((u, axis) => frame[first + axis] = u / ratio[axis]);
		addFrame(started, frame, 1);
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

/** How the variances of means grow, as the sums of the test that breaches have measured them. */
function sensorCurves({ evidence, tracks }, settings, known) {
	const curves = curvesOf(evidence, calibrationModel(tracks, false, settings, known));
	const ofSensor = (sensor) => curves.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]);
	return {
		camera: ofSensor("camera"),
		radar: ofSensor("radar"),
		lidar: ofSensor("lidar")
	};
}

/**
* Frames inside a block leave everything a standing rests on as it was: then it is the one the state carries. `known` is what a
* fold that owns the state has at hand: it is written over.
*/
function standingOf(state, settings, known = noMemos()) {
	const before = state.standing;
	if (before !== null && restsOn(before.grounds, state, settings)) return before;
	const standing = computeStanding(state, settings, known);
	known.calibration.totals = null;
	known.confidence.totals = null;
	return {
		grounds: groundsOf(state, settings),
		standing,
		settled: null
	};
}
/** Whether the tier has been judged from all this before, and stayed. */
function isSettled(state, { settled }) {
	if (settled === null) return false;
	const { tier, breach, finding } = settled;
	return tier === state.tier && breach === state.breach && finding === state.finding;
}
function settledOf({ tier, breach, finding }) {
	return {
		tier,
		breach,
		finding,
		confidence: null
	};
}
function groundsOf(state, settings) {
	const { camera, radar, lidar } = state.tracks;
	return {
		settings,
		evidence: state.evidence,
		changeBlockSeq: state.breach?.changeBlockSeq,
		reference: referenceInForce(state),
		camera: groundsOfTrack(camera),
		radar: groundsOfTrack(radar),
		lidar: groundsOfTrack(lidar)
	};
}
function groundsOfTrack({ calibration, recent, learnt, centreWeight }) {
	return {
		calibration,
		recent,
		moves: recent.moves,
		learnt,
		centreWeight
	};
}
/** Whether a standing on these grounds is that of the state still. */
function restsOn(grounds, state, settings) {
	const { camera, radar, lidar } = state.tracks;
	return grounds.settings === settings && grounds.evidence === state.evidence && grounds.changeBlockSeq === state.breach?.changeBlockSeq && grounds.reference === referenceInForce(state) && isSameTrack(grounds.camera, camera) && isSameTrack(grounds.radar, radar) && isSameTrack(grounds.lidar, lidar);
}
function isSameTrack({ calibration, recent, moves, learnt, centreWeight }, track) {
	return calibration === track.calibration && recent === track.recent && moves === recent.moves && learnt === track.learnt && centreWeight === track.centreWeight;
}
function referenceInForce({ reference, newestUs }) {
	return reference !== null && newestUs !== null && newestUs >= reference.validFromUs ? reference.rotation : null;
}
function computeStanding(state, settings, known) {
	const { tracks } = state;
	const since = state.breach?.changeBlockSeq ?? null;
	const means = {
		camera: recentMeans(tracks.camera, since ?? 0),
		radar: recentMeans(tracks.radar, since ?? 0),
		lidar: recentMeans(tracks.lidar, since ?? 0)
	};
	const curves = sensorCurves(state, settings, known.calibration);
	const drifts = {
		camera: estimateDrift("camera", tracks.camera, since, {
			curves: curves.camera,
			means: means.camera
		}),
		radar: estimateDrift("radar", tracks.radar, since, {
			curves: curves.radar,
			means: means.radar
		}),
		lidar: estimateDrift("lidar", tracks.lidar, since, {
			curves: curves.lidar,
			means: means.lidar
		})
	};
	const absolute = checkAgainstZero({
		tracks,
		curves,
		reference: referenceInForce(state),
		means: (sensor) => since === null ? means[sensor] : recentMeans(tracks[sensor], 0)
	}, settings);
	let worst = absolute.severity;
	for (const sensor of limitedSensors) {
		const drift = drifts[sensor];
		if (drift !== null) worst = Math.max(worst, severity(sensor, drift, settings));
	}
	return {
		drifts,
		absolute,
		curves,
		healthScore: 100 * exp(-worst * (ln2High + ln2Low))
	};
}

/**
* Step or ramp: y = c before t_0 and c + a since then, or c + b*(t - t_0) since then, t_0 among the observations. Both have
* three parameters, so the Bayesian information criterion (Schwarz 1978) prefers the smaller weighted sum of squares. A
* ramp most of which lies in a pause could not be distinguished from a step, and is not tried. The
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
const maxDays = 365;
function within(days) {
	return Math.max(0, Math.min(maxDays, days));
}

/** Since when a drift has lasted, and where it is going. Null without a breach: a healthy vehicle costs nothing here. */
function describeCourse({ breach, tracks, newestUs }, { drifts, curves }, settings) {
	if (breach === null) return null;
	const sensor = leadingSensor(breach, drifts, settings);
	const about = {
		sensor,
		track: tracks[sensor],
		curves: curves[sensor],
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
	const unseen = unseenReason(trend);
	return {
		sensor,
		shape: trend.shape,
		beganUs: newestUs + Math.floor(trend.beganDays * dayUs + .5),
		ratePerDay: unseen === null ? trend.slope : null,
		ratePerDaySd: unseen === null ? Math.sqrt(trend.slopeVariance) : null,
		...dateOf(trend, unseen, {
			sensor,
			drift,
			critical: limitsOf(sensor, settings).critical
		})
	};
}
/** When the trend reaches the critical limit, or why that cannot be said. */
function dateOf(trend, unseen, { sensor, drift, critical }) {
	const isNegative = sensor === "radar" && drift.amount < 0;
	if ((isNegative ? -drift.amount : drift.amount) >= critical) return {
		daysToCritical: 0,
		daysInterval: null,
		undated: "already_beyond"
	};
	if (unseen !== null) return undated(unseen);
	const reached = timeToLimit(trend, isNegative ? -critical : critical);
	if (reached.kind === "no_trend") return undated("no_trend");
	if (reached.days > maxExtrapolation * trend.spanDays) return undated("span_too_short");
	return {
		daysToCritical: reached.days,
		daysInterval: [reached.lowDays, reached.highDays],
		undated: null
	};
}
function undated(why) {
	return {
		daysToCritical: null,
		daysInterval: null,
		undated: why
	};
}
const dayUs = 864e8;
/**
* Why no rate a day can be stated of a trend, and no date; null where it can. A slope has to be seen for a part of the day
* it is stated for, and in blocks enough for its error to be known; and what happened in a pause was not observed.
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
const maxExtrapolation = 10;
/** So many times as long as their blocks take is a pause between two rows. */
const longPause = 8;
/** The rows as a drift in degrees or metres over days before now; a camera's along the direction it is off today. */
function observe(rows, { sensor, track, curves, newestUs }, drift) {
	const { weights, varianceOf, valueOf } = rowMeasure(sensor, {
		track,
		curves
	}, drift);
	const periodUs = track.calibration?.periodUs ?? 0;
	return rows.map((row, at) => {
		const { timeUs, blocks, shifts } = row;
		const earlier = rows[at - 1] ?? row;
		const usualUs = .5 * (earlier.blocks + blocks) * periodUs;
		let along = 0;
		for (let axis = 0; axis < weights.length; axis += 1) along += weights[axis] * shifts[axis];
		return {
			timeDays: (timeUs - newestUs) / dayUs,
			value: valueOf(along),
			variance: varianceOf(blocks),
			blocks,
			afterPause: timeUs - earlier.timeUs > longPause * usualUs
		};
	});
}
function rowMeasure(sensor, { track, curves }, drift) {
	const { centre } = track;
	const { scale } = calibrationOf(track);
	const varianceOf = (axis, blocks) => scale[axis] * scale[axis] * varianceOfMean(curves[axis], blocks) / Math.min(1, blocks);
	switch (sensor) {
		case "camera": {
			const weights = unitVector(drift.parts);
			const along = (blocks) => weights.reduce((sum, weight, axis) => sum + weight * weight * varianceOf(axis, blocks), 0);
			return {
				weights,
				varianceOf: along,
				valueOf: (sum) => sum
			};
		}
		case "radar": return {
			weights: [1],
			varianceOf: (blocks) => varianceOf(0, blocks),
			valueOf: (along) => along
		};
		case "lidar": {
			const before = exp(centre[0]);
			const halfway = before + .5 * Math.max(0, drift.amount);
			return {
				weights: [1],
				varianceOf: (blocks) => halfway * halfway * varianceOf(0, blocks),
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
		case "CAUTION": return Math.max(changed * (1 - probabilityBeyond(facts, "critical", 1, settings)), facts.absolute.level === "within" ? 0 : absoluteCertainty);
		case "CRITICAL": return Math.max(changed * probabilityBeyond(facts, reason === "sustained_evidence" ? "caution" : "critical", 1, settings), facts.absolute.level === "critical" ? absoluteCertainty : 0);
	}
}
/** The absolute check speaks only from this probability on. */
const absoluteCertainty = .9;
/**
* Before a breach, e^W is the ratio of the likelihoods with and without a change, by construction. Once W has crossed its
* limit, what counts is how rarely it does so without one: the mean time to a false alarm at this W, as measured.
*/
function probabilityOfChange({ breached, nats }, settings) {
	const { at, lnRunLengthAt, slope } = settings.evidence.inControlLaw;
	const lnRatio = breached ? lnRunLengthAt + slope * (nats - at) : nats;
	const odds = settings.prior.changeRate * exp(Math.min(600, lnRatio));
	return odds / (1 + odds);
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

/** Which sensor is at fault: those that more likely than not take part in the breach, or stand beyond an absolute limit. */
function nameFaultSource(state, absolute) {
	const { tier } = state.tier;
	if (tier === "NOMINAL" || tier === "UNKNOWN") return "none";
	const suspects = new Set(absolute.beyond);
	if (state.breach !== null) {
		const { posterior } = state.breach;
		const most = limitedSensors.toSorted((a, b) => shareOf$1(posterior, b) - shareOf$1(posterior, a))[0];
		suspects.add(most);
		for (const sensor of limitedSensors) if (shareOf$1(posterior, sensor) >= .5) suspects.add(sensor);
	}
	if (suspects.size === 0) return state.confidenceAlarm !== null || state.tier.reason === "lidar_confidence_low" ? "lidar" : "none";
	return suspects.size > 1 ? "multi_modal" : [...suspects][0];
}
/**
* All sensors have moved in one breach while the lidar matches worse than it used to: a knock, a load or a sagging body has
* tilted the vehicle, rather than three mounts having failed at once.
*/
function isCommonMode({ breach, confidenceAlarm, finding }) {
	if (breach === null || confidenceAlarm === null && finding.confidenceChangeSeq === null) return false;
	return limitedSensors.every((sensor) => shareOf$1(breach.posterior, sensor) >= .5);
}
function shareOf$1(posterior, sensor) {
	return posterior[limitedSensors.indexOf(sensor)];
}

/** What to do with the vehicle next. */
function recommendAction(state, settings) {
	const { tier, reason } = state.tier;
	if (tier === "CRITICAL") return "calibration_required";
	if (tier === "CAUTION") return actAtCaution(state);
	if (reason === "noise_inflation" || needsInspection(state, settings)) return "inspect_sensor";
	return reason === "significant_below_limit" ? "monitor" : "none";
}
function actAtCaution({ tier, breach }) {
	if (tier.reason === "lidar_confidence_low") return "inspect_sensor";
	if (isProvisional(breach)) return "inspect_sensor";
	return tier.reason === "cusum_breach" ? "monitor" : "schedule_calibration";
}
/**
* A learnt sensor that has all but fallen silent: its absence is no good news. It is present in less than a fifth of the
* frames that usually carry it, over the last fifty; and in so few that a sensor that comes in a share p of the frames,
* by chance, would get there with a probability of e^-16: a presence of s has e^(-50p*(ln(p/s) - 0.42)) (Chernoff, of
* Poisson arrivals under exponential weights). Two standard errors are allowed for p, which its baseline has estimated.
*/
function isUnmonitored({ calibration, presence, usualPresence }) {
	if (calibration === null || !(presence < silentShare * usualPresence)) return false;
	const least = usualPresence * (1 - 2 / Math.sqrt(Math.max(5, calibration.blocks)));
	return presence < least * exp(-.42 - lnRarest / (50 * least));
}
/** Whether any of a vehicle's sensors is. */
function hasUnmonitored({ tracks }) {
	return isUnmonitored(tracks.camera) || isUnmonitored(tracks.radar) || isUnmonitored(tracks.lidar);
}
function hasStuck({ repeats }) {
	return isStuck(repeats, "camera") || isStuck(repeats, "radar") || isStuck(repeats, "lidar");
}
const silentShare = .2;
const lnRarest = 16;
function needsInspection(state, settings) {
	return hasUnjudged(state) || hasUnmonitored(state) || hasStuck(state) || state.breach === null && state.outliers.many || hasLowLidarConfidence(state.tracks.confidence, settings);
}
function hasLowLidarConfidence(track, settings) {
	const { driftBlocks, minimumBlocks } = settings.tiers;
	const { calibration, learnt, recent } = track;
	const count = calibration === null ? Math.min(learnt.length, driftBlocks) : recent.count;
	if (count < minimumBlocks) return false;
	const limit = logit(settings.lidar.lowConfidence);
	if (calibration === null) return median(learnt.slice(-count).map(({ values }) => values[0])) < limit;
	return 2 * recent.countBelow(limit, 0) >= count && median(recent.valuesFrom(0, 0)) < limit;
}

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
	"hysteresis_hold",
	"sensor_late",
	"repeating"
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
	"common_mode_suspected",
	"verdict_provisional",
	"sensor_late",
	"frames_repeat"
];
const countedSides = [
	"both",
	"upper",
	"lower"
];

/**
* Every number with six significant digits, but those of the course and of the deciding window, from which W can be computed again. The
* state and all decisions keep to the numbers as they were computed.
*/
function writeScore(frame, settings) {
	const { before, after, standing } = frame;
	const { drifts } = standing;
	const { residualScore, mahalDistance, mahalPValue, t2Limit, outlier } = distancesOf(frame, settings);
	const warnings = warningsOf(frame, settings);
	const baseline = baselineStanding(after, settings);
	return {
		seq: after.entries,
		tierBefore: before.tier,
		tier: after.tier.tier,
		reason: after.tier.reason,
		residualScore,
		mahalDistance,
		mahalPValue,
		t2Limit,
		cusumStatistic: statedNats(after.finding.nats),
		cautionLimit: settings.evidence.cautionNats,
		criticalLimit: settings.evidence.criticalNats,
		cusumTriggered: after.breach !== null,
		breachOpened: hasOpened(after.breach, before.breach),
		confidence: confidenceOf(frame, {
			isLearning: baseline.state === "learning" || isProvisional(after.breach),
			warnings
		}, settings),
		probableFaultSource: nameFaultSource(after, standing.absolute),
		sourcePosterior: statePosterior(posteriorOf(after)),
		recommendedAction: recommendAction(after, settings),
		late: frame.late,
		outlier,
		baseline,
		channels: channelScores(frame, settings),
		cameraDriftDeg: sixDigits(amountOf(drifts.camera)),
		radarDriftMm: inMillimetres(sixDigits(amountOf(drifts.radar))),
		healthScore: sixDigits(standing.healthScore),
		changePointSeq: after.breach?.changePointSeq ?? null,
		course: describeCourse(after, standing, settings),
		warnings,
		window: after.finding.window,
		noise: noiseGrowths(after.noise),
		provisional: statedVerdict(after.breach)
	};
}
/** This frame alone against the baseline as it was. */
function distancesOf(frame, { frame: { outlierRate } }) {
	const { test } = frame;
	if (test === null) return {
		residualScore: sixDigits(residualSize(frame)),
		mahalDistance: null,
		mahalPValue: null,
		t2Limit: null,
		outlier: false
	};
	return {
		residualScore: sixDigits(Math.sqrt(test.t2 / test.degrees)),
		mahalDistance: sixDigits(Math.sqrt(test.t2)),
		mahalPValue: sixDigits(test.pValue),
		t2Limit: sixDigits(test.limit),
		outlier: test.pValue < outlierRate
	};
}
function hasOpened(breach, before) {
	return breach !== null && breach.openedSeq !== before?.openedSeq;
}
function amountOf(drift) {
	return drift === null ? 0 : drift.amount;
}
/** Root mean square of the standardised residuals: what stands in for sqrt (T^2/d) before there is a covariance. */
function residualSize({ residuals }) {
	let sum = 0;
	let count = 0;
	for (const residual of residuals) {
		if (!residual.isHeard) continue;
		sum += residual.standardised * residual.standardised;
		count += 1;
	}
	return count === 0 ? 0 : Math.sqrt(sum / count);
}
function statePosterior([camera, radar, lidar]) {
	return [
		sixDigits(camera),
		sixDigits(radar),
		sixDigits(lidar)
	];
}
function posteriorOf({ breach, finding }) {
	const posterior = breach?.posterior ?? finding.posterior;
	return asVector(posterior);
}
function confidenceOf(frame, known, settings) {
	const stated = statedConfidence(frame, settings);
	const trusted = known.warnings.includes("rotation_not_orthonormal") ? distrust * stated : stated;
	return sixDigits(known.isLearning ? Math.min(.5, trusted) : trusted);
}
/** A matrix that is not quite a rotation says that its sender rounds, or computes wrongly. */
const distrust = .9;
/** While all that it follows from is settled, it need not be computed again. */
function statedConfidence(frame, settings) {
	const { after, standing } = frame;
	const grounded = after.standing;
	if (grounded === null || grounded.standing !== standing || !isSettled(after, grounded)) return computeConfidence(frame, settings);
	const settled = grounded.settled;
	settled.confidence ??= computeConfidence(frame, settings);
	return settled.confidence;
}
function computeConfidence({ after, standing }, settings) {
	const facts = {
		drifts: standing.drifts,
		absolute: standing.absolute,
		breached: after.breach !== null,
		nats: after.finding.nats ?? 0,
		posterior: posteriorOf(after)
	};
	return calibratedConfidence(judgeConfidence(after.tier, facts, settings), settings.confidenceMap);
}
function channelScores(frame, settings) {
	const scores = [];
	for (let at = 0; at < channels.length; at += 1) {
		const residual = frame.residuals[at];
		if (!residual.isHeard) continue;
		scores.push(channelScore(frame, {
			channel: channels[at],
			at,
			residual
		}, settings));
	}
	return scores;
}
function channelScore({ after, test, standing }, of, settings) {
	const sensor = sensorOf(of.at);
	const { drift, driftSd } = driftOf(standing.drifts[sensor], of.at - firstChannel[sensor]);
	return {
		channel: of.channel,
		residual: sixDigits(of.residual.residual),
		standardised: sixDigits(of.residual.standardised),
		cusumUpper: sixDigits(chartSum(after.charts, of.at, "upper")),
		cusumLower: sixDigits(chartSum(after.charts, of.at, "lower")),
		cusumLimit: settings.chart.h,
		shareOfT2: sixDigits(shareOf(test, of.at)),
		drift,
		driftSd
	};
}
/** 0 of a channel that was not tested. */
function shareOf(test, channel) {
	const share = test === null ? absent : test.shares[channel];
	return isAbsent(share) ? 0 : share;
}
function driftOf(estimate, axis) {
	if (estimate === null) return {
		drift: 0,
		driftSd: 0
	};
	return {
		drift: sixDigits(estimate.parts[axis]),
		driftSd: sixDigits(estimate.partSds[axis])
	};
}
function sensorOf(channel) {
	return channel < 3 ? "camera" : channel === 3 ? "radar" : "lidar";
}
function warningsOf(frame, settings) {
	let warnings = null;
	for (const warning of scoreWarnings) if (warns[warning](frame, settings)) (warnings ??= []).push(warning);
	return warnings ?? noWarnings;
}
/** Of most frames. */
const noWarnings = [];
/** When each is given. */
const warns = {
	rotation_not_orthonormal: ({ measurement }) => measurement.orthonormalityError > .001,
	rotation_coarsely_rounded: ({ measurement }) => measurement.coarselyRounded,
	lidar_confidence_absent: ({ measurement }) => measurement.lidar !== null && measurement.lidarConfidence === null,
	lidar_confidence_below_floor: ({ measurement: { lidarConfidence } }, { lidar }) => lidarConfidence !== null && lidarConfidence < lidar.confidenceFloor,
	correlated_channels: ({ after }) => largestCrossCorrelation(after.moments, 50) > .3,
	source_provisional: ({ after: { breach } }, { tiers }) => breach !== null && breach.blocks < tiers.settleBlocks,
	calibration_did_not_restore: ({ after: { tracks } }) => tracks.camera.notRestored || tracks.radar.notRestored || tracks.lidar.notRestored,
	stream_too_short_for_blocks: ({ after: { tracks } }, settings) => isTooShort(tracks.camera, settings) || isTooShort(tracks.radar, settings) || isTooShort(tracks.lidar, settings),
	sensor_unmonitored: ({ after }) => hasUnmonitored(after),
	sensor_stuck: ({ after }) => hasStuck(after),
	common_mode_suspected: ({ after }) => isCommonMode(after),
	verdict_provisional: ({ after }) => isProvisional(after.breach),
	sensor_late: ({ after }) => hasLate(after),
	frames_repeat: ({ after }) => isRepeating(after.repeats)
};
function isTooShort({ calibration, frames }, { baseline }) {
	return calibration === null && frames >= baseline.provisionalBlocks;
}

/**
* One frame: first tested alone against the baseline as it was, then taken into blocks, baseline and sums; then
* breach and tier are judged. A frame that comes too late, or a repeated one, is scored, and moves no detector: only clocks
* and repeats. The state moves where it stands.
*/
function foldFrame(state, reading, { settings, tester }) {
	const before = reportedOf(state, settings);
	state.entries += 1;
	const measured = measure(reading, state.entries, settings);
	const inTime = followClocks(state, measured, settings);
	const late = inTime === null;
	for (const name of late ? [] : followRepeats(state.repeats, inTime)) {
		const { inherited, clock } = state.tracks[name];
		state.tracks[name] = {
			...initialTrack(name, inherited),
			clock
		};
	}
	const measurement = withoutStuckSensors(inTime ?? measured, state.repeats);
	const { residuals } = tester;
	residuals.measure(state.tracks, measurement, settings);
	const test = tester.test(state.moments, residuals.scores, {
		priorDegrees: settings.prior.degrees,
		limitRate: settings.frame.limitRate,
		minimumReference: settings.evidence.minimumReference
	});
	const frame = {
		before,
		measurement,
		residuals: residuals.channels,
		test,
		late
	};
	if (late || isRepeated(state.repeats)) {
		(late ? holdUnjudged : holdStill)(state, measurement);
		const { standing } = standingOf(state, settings);
		return {
			state,
			score: writeScore({
				...frame,
				after: state,
				standing
			}, settings),
			events: eventsBetween(before, state, settings)
		};
	}
	const known = state.known ??= noMemos();
	const { after, standing } = judge(state, {
		stepped: detect(state, {
			measurement,
			scores: residuals.scores,
			test,
			known
		}, settings),
		known,
		measurement
	}, settings);
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
/** No good news of a vehicle with a sensor whose readings all come too late, from its newest time on. */
function holdUnjudged(state, { timestampUs }) {
	if (hasUnjudged(state) && state.tier.tier === "NOMINAL") state.tier = changeTier(state, {
		tier: "UNKNOWN",
		reason: "sensor_late"
	}, state.newestUs ?? timestampUs);
}
/** A repeated frame says that the vehicle still sends, and nothing of its sensors: NOMINAL is not vouched for any more. */
function holdStill(state, { timestampUs }) {
	state.newestUs = Math.max(state.newestUs ?? timestampUs, timestampUs);
	const { tier } = state.tier;
	if (isRepeating(state.repeats) && (tier === "NOMINAL" || tier === "UNKNOWN")) state.tier = changeTier(state, {
		tier: "UNKNOWN",
		reason: "repeating"
	}, timestampUs);
}
/** Moves blocks, baselines, sums and breach on; the tier is still the old one. Returns whether a block was completed, so that W may have moved. */
function detect(state, tested, settings) {
	const { measurement } = tested;
	const isOpenToBreach = mayOpen(state);
	learnFrame(state, tested.scores);
	const advance = advanceTracks(state, measurement, settings);
	const marks = markTime(state.marks, measurement, state.newestUs);
	const outliers = followOutliers(state, tested.test, settings);
	if (advance.stepped) detectChange(state, {
		...tested,
		advance,
		marks,
		mayOpen: isOpenToBreach
	}, settings);
	state.frames += 1;
	state.newestUs = newestAfter(state.newestUs, measurement, settings);
	state.outliers = outliers;
	state.marks = marks;
	return advance.stepped;
}
/** A frame within the window does not turn time back; one further back, of a sensor with a clock of its own, does. */
function newestAfter(newestUs, { timestampUs }, { frame: { lateUs } }) {
	return newestUs === null || timestampUs < newestUs - lateUs ? timestampUs : Math.max(newestUs, timestampUs);
}
/** A provisional baseline has to have been doubted, one block before, to be trusted. */
function mayOpen({ breach, tracks, finding }) {
	if (breach !== null) return false;
	if (finding.suspected) return true;
	for (const sensor of limitedSensors) if (tracks[sensor].calibration?.established === false) return false;
	return true;
}
/** Sums, finding and breach after it. All that it finds is held against how it was, and only then takes its place. */
function detectChange(state, frame, settings) {
	const { measurement, known, advance } = frame;
	const calibration = gatherCalibrationChange(state, advance, measurement.seq, {
		settings,
		known: known.calibration
	});
	const confidence = gatherConfidenceChange(state, advance, measurement.seq, {
		settings,
		known: known.confidence
	});
	const loudest = loudestChange(state, calibration, advance, settings);
	const opened = openAnyBreach(state, calibration, {
		...frame,
		loudest
	}, settings);
	drawCharts(state, advance, settings);
	followNoise(state, advance, measurement, settings);
	const alarmed = advanceConfidenceAlarm(state.confidenceAlarm, confidence, advance, settings);
	const finding = updateFinding(state, {
		loudest,
		confidence,
		opened
	}, settings);
	state.evidence = opened?.sums ?? calibration.sums;
	state.confidenceEvidence = alarmed.sums;
	state.finding = finding;
	state.breach = opened?.breach ?? followBreach(state.breach, calibration, {
		advance,
		measurement
	}, settings);
	state.confidenceAlarm = alarmed.alarm;
	state.moments = withBaselines(state.moments, advance);
}
/** The tier, and whether the breach is over. */
function judge(state, { stepped, known, measurement }, settings) {
	const grounded = standingOf(state, settings, known);
	const { standing } = grounded;
	if (!stepped && isSettled(state, grounded)) return {
		after: state,
		standing
	};
	const breach = stepped ? watchForEnd(state, standing, settings) : state.breach;
	const before = state.tier;
	const ended = (breach?.overBlocks ?? 0) >= settings.tiers.cautionHoldBlocks;
	const verdict = judgeTier(caseOf(state, measurement, {
		stepped,
		standing,
		ended
	}, settings), settings);
	if (!isSameTier(before, verdict.state)) state.tier = verdict.state;
	state.standing = worthKeeping(grounded, state);
	state.breach = rest(breach, verdict, stepped, settings);
	grounded.settled = stepped || state.tier !== before ? null : settledOf(state);
	return {
		after: verdict.closesBreach ? closeBreach(state, settings) : state,
		standing
	};
}
/** Where every frame completes a block the next one would not ask for it. */
function worthKeeping(grounded, { tracks }) {
	for (const name of trackNames) if (tracks[name].level > 0) return grounded;
	return null;
}
function caseOf(state, { seq: atSeq, timestampUs: atUs }, known, settings) {
	const { breach, finding, tracks } = state;
	const { stepped, ended, standing } = known;
	return {
		before: state.tier,
		atSeq,
		atUs,
		ready: limitedSensors.some((sensor) => tracks[sensor].calibration !== null),
		stepped,
		breached: breach !== null,
		nats: finding.nats ?? 0,
		drifts: standing.drifts,
		posterior: breach?.posterior ?? finding.posterior,
		ended,
		rested: (breach?.restedBlocks ?? 0) >= settings.tiers.cautionHoldBlocks,
		absolute: standing.absolute,
		provisional: isProvisional(breach),
		confidenceAlarm: state.confidenceAlarm !== null,
		noiseInflated: noiseGrowths(state.noise).length > 0,
		unjudged: hasUnjudged(state)
	};
}
/** Counts the blocks for which an open breach has been over. */
function watchForEnd(state, standing, settings) {
	const { breach, evidence, tracks, finding } = state;
	if (breach === null) return null;
	if (!hasReturned(standing, settings)) return {
		...breach,
		overBlocks: 0
	};
	const test = {
		sums: evidence,
		model: calibrationModel(tracks, true, settings),
		nats: finding.nats
	};
	return {
		...breach,
		overBlocks: hasEnded(breach, test, settings) ? breach.overBlocks + 1 : 0
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
/** The frames of the fault are forgotten: the reference goes on from where it was frozen. */
function closeBreach(state, settings) {
	const tier = {
		...state.tier,
		reason: "in_control",
		calmBlocks: 0
	};
	const evidence = {
		...state.evidence,
		buckets: Buckets.none(state.evidence.channels)
	};
	const { confidenceNats, confidenceChangeSeq } = state.finding;
	const finding = {
		...noFinding(),
		confidenceNats,
		confidenceChangeSeq
	};
	const closed = {
		...state,
		tier,
		breach: null,
		evidence,
		finding
	};
	return state.breach !== null && state.breach.early !== null ? withdrawEarlyBaselines(closed, settings) : closed;
}
function hasReturned({ drifts }, settings) {
	return limitedSensors.every((sensor) => {
		const drift = drifts[sensor];
		return drift === null || drift.blocks === 0 || isWithinZone(sensor, drift, settings);
	});
}
function updateFinding(before, gathered, settings) {
	const { loudest, confidence, opened } = gathered;
	const { changeNats } = settings.baseline;
	let { finding } = before;
	if (loudest !== null) {
		const { nats, posterior, changeSeq, channel } = opened?.found ?? loudest.found;
		finding = {
			...finding,
			nats: finiteOrNull(nats),
			posterior,
			changeSeq,
			channel,
			suspected: before.breach === null && holdsWithoutAnyBlock(loudest, loudest.found, changeNats),
			window: windowOf(loudest, opened?.breach ?? before.breach, settings)
		};
	}
	if (confidence.found !== null) finding = {
		...finding,
		confidenceNats: finiteOrNull(confidence.found.nats),
		confidenceChangeSeq: before.confidenceAlarm === null && holdsWithoutAnyBlock(confidence, confidence.found, changeNats) ? confidence.found.changeSeq : null
	};
	return finding;
}
/** What W rests on while it decides: a breach is open, or W is at its limit. What opened a breach early, until W confirms it. */
function windowOf(calibration, breach, { evidence }) {
	if (isProvisional(breach)) return breach.early.window;
	return breach !== null || calibration.found.nats >= evidence.cautionNats ? decidingWindow(calibration) : null;
}
function finiteOrNull(nats) {
	return Number.isFinite(nats) ? nats : null;
}
function openAnyBreach(state, gathered, moment, settings) {
	const early = openEarlyBreach(state, gathered, moment, settings);
	if (early !== null) return early;
	return moment.mayOpen ? openBreach(gathered, moment, settings) : openFurtherBreach(state.breach, gathered, moment, settings);
}
function openBreach(gathered, moment, settings) {
	const { loudest } = moment;
	if (loudest === null) return null;
	const { found } = loudest;
	if (!isCarriedByMany(loudest, found, settings.evidence.cautionNats)) return null;
	const { nats: statistic, posterior } = found;
	return {
		breach: describeBreach({
			gathered: loudest,
			statistic,
			posterior
		}, moment, settings),
		sums: freezeAtChange({
			sums: gathered.sums,
			model: loudest.model
		}, found),
		found
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
	const buckets = before.buckets.filter((seq) => seq >= further.found.changeSeq);
	const sums = {
		...before,
		buckets
	};
	const { posterior } = weighChange(sums, {
		...model,
		referenceFrozen: true
	});
	const opened = describeBreach({
		gathered: further,
		statistic: found.nats,
		posterior
	}, moment, settings);
	const early = breach.early === null ? null : {
		...breach.early,
		confirmed: true
	};
	return {
		breach: {
			...opened,
			early
		},
		sums,
		found
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
	const followed = breach.blocks >= settings.tiers.settleBlocks ? {
		...breach,
		course,
		posterior: withLaterSensors(breach, gathered, settings)
	} : {
		...breach,
		course,
		blocks: breach.blocks + 1,
		posterior: gathered.found.posterior
	};
	return followEarlyBreach(followed, gathered, advance, settings);
}

/**
* The one step by which a vehicle's state moves: the same state, entry and settings give the same bits, here and in
* any other place that keeps to the numeric profile. The state that came in is left as it was. Whoever folds many frames
* keeps a tester and hands it in: a new one looks for its limits anew.
*/
function fold$1(state, entry, settings, tester = new FrameTester()) {
	return foldOwned(copyState(state), entry, settings, tester);
}
/**
* The same step for whoever owns the state and asks it nothing any more: its lists of numbers are written over where they stand,
* so that a frame leaves next to nothing behind. Where it throws, the state is spoilt.
*/
function foldOwned(state, entry, settings, tester) {
	switch (entry.kind) {
		case "frame": return foldFrame(state, entry.reading, {
			settings: settingsAtHand(state, settings),
			tester
		});
		case "baseline": return foldBaselineCommand(state, entry, effectiveSettings(state, settings));
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
			const prior = keptPrior(entry);
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

/** Runs a codec over a value that must use up all the bytes. Throws RangeError on bytes that are cut short or too long. */
function decodeBytes(codec, bytes) {
	const source = new ByteSource(bytes);
	const value = codec.read(source);
	source.expectEnd();
	return value;
}
/** Whoever encodes many values keeps a sink and hands it in: a new one costs as much as a score. */
function encodeBytes(codec, value, sink = new ByteSink()) {
	sink.clear();
	codec.write(value, sink);
	return sink.bytes();
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
const numbers = numbersLike(0);
/** The same where most of them are another number than zero: that one takes no bytes but its kind. */
function numbersLike(usual) {
	return {
		write: (value, sink) => sink.numbers(value, usual === 0 ? void 0 : filled(zeros(value.length), usual)),
		read: (source) => {
			const value = zeros(source.numbers());
			for (let at = 0; at < value.length; at += 1) value[at] = source.number(usual);
			return value;
		}
	};
}
/** The same where a number is often what those before it let expect: then it takes no bytes but its kind, as zero does otherwise. */
function numbersBeside(expectedAt) {
	return {
		write: (value, sink) => {
			const usual = zeros(value.length);
			for (let at = 0; at < value.length; at += 1) usual[at] = expectedAt(at, value);
			sink.numbers(value, usual);
		},
		read: (source) => {
			const value = zeros(source.numbers());
			for (let at = 0; at < value.length; at += 1) value[at] = source.number(expectedAt(at, value));
			return value;
		}
	};
}
/** How a number is written: not at all, as a count, in four bytes (of a score: six digits in three) or in eight. */
const numberKinds = {
	expected: 0,
	whole: 1,
	narrow: 2,
	wide: 3
};
const { expected, whole, narrow, wide } = numberKinds;
function kindOf(value, usual) {
	if (isSame(value, usual)) return expected;
	if (isWhole(value)) return whole;
	return Math.fround(value) === value ? narrow : wide;
}
/** A zero of the other sign is another number. (`Object.is` says the same, and takes longer.) */
function isSame(value, usual) {
	return value === usual && (value !== 0 || 1 / value === 1 / usual);
}
function isWhole(value) {
	return value >= 0 && value < 2 ** 21 && Math.floor(value) === value && (value !== 0 || 1 / value > 0);
}
/** Whole numbers below 2^52 in size, best in order: each is written as its step from the one before. */
const steps = {
	write: (value, sink) => {
		sink.count(value.length);
		let before = 0;
		for (let at = 0; at < value.length; at += 1) {
			sink.step(value[at] - before);
			before = value[at];
		}
	},
	read: (source) => {
		const length = source.count();
		source.expectAtLeast(length);
		const value = zeros(length);
		let before = 0;
		for (let at = 0; at < length; at += 1) value[at] = before += source.step();
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
/** Where bytes are gathered, for one value after another. */
var ByteSink = class {
	#view;
	/** Its length: to ask the view takes longer than to write into it. */
	#room;
	#isShared;
	/** Where the value under way begins. */
	#start = 0;
	#length = 0;
	/**
	* With room for so many to begin with: it grows as it must. `shared`: the values' bytes stand one after another in memory
	* they share, which is held as long as any of them is. For many that go together: memory of its own costs a value more
	* than its bytes do.
	*/
	constructor(roomBytes = 1024, { shared = false } = {}) {
		this.#view = new DataView(new ArrayBuffer(roomBytes));
		this.#room = roomBytes;
		this.#isShared = shared;
	}
	/** Also of what a fault has left behind. */
	clear() {
		this.#length = this.#start;
	}
	byte(value) {
		this.#reserve(1);
		this.#view.setUint8(this.#length, value);
		this.#length += 1;
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
	/** A list of numbers, its length in front, beside what is usual of each: left out, zero. In one loop: a call for each takes longer. */
	numbers(values, usual) {
		const { length } = values;
		this.count(length);
		this.#reserve(mostANumber * length);
		const view = this.#view;
		let to = this.#length;
		let kindsPlace = to;
		let kinds = 0;
		for (let at = 0; at < length; at += 1) {
			const place = at % numbersAByte;
			if (place === 0) {
				kindsPlace = to;
				kinds = 0;
				view.setUint8(kindsPlace, kinds);
				to += 1;
			}
			const value = values[at];
			const kind = kindOf(value, usual === void 0 ? 0 : usual[at]);
			if (kind === expected) continue;
			kinds |= kind << 2 * place;
			view.setUint8(kindsPlace, kinds);
			if (kind === wide) {
				view.setFloat64(to, value, true);
				to += 8;
			} else if (kind === narrow) {
				view.setFloat32(to, value, true);
				to += 4;
			} else {
				let bits = value | 0;
				for (; bits >= 128; bits >>= 7, to += 1) view.setUint8(to, bits & 127 | 128);
				view.setUint8(to, bits);
				to += 1;
			}
		}
		this.#length = to;
	}
	/**
	* The first so many of a list beside what is usual of each, those with a code of six digits in its three bytes. Without their
	* number in front: whoever reads them knows it.
	*/
	statedNumbers(length, values, usual) {
		this.#reserve(mostANumber * length);
		const view = this.#view;
		let to = this.#length;
		let kindsPlace = to;
		let kinds = 0;
		for (let at = 0; at < length; at += 1) {
			const place = at % numbersAByte;
			if (place === 0) {
				kindsPlace = to;
				kinds = 0;
				view.setUint8(kindsPlace, kinds);
				to += 1;
			}
			const value = values[at];
			if (isSame(value, usual[at])) continue;
			if (isWhole(value)) {
				kinds |= whole << 2 * place;
				let bits = value | 0;
				for (; bits >= 128; bits >>= 7, to += 1) view.setUint8(to, bits & 127 | 128);
				view.setUint8(to, bits);
				to += 1;
			} else {
				const code = sixDigitCode(value);
				kinds |= (code < 0 ? wide : narrow) << 2 * place;
				if (code < 0) {
					view.setFloat64(to, value, true);
					to += 8;
				} else {
					view.setUint16(to, code & 65535, true);
					view.setUint8(to + 2, code >>> 16);
					to += 3;
				}
			}
			view.setUint8(kindsPlace, kinds);
		}
		this.#length = to;
	}
	/** Of sixteen significant bits (numeric/rounding/sixteen-bits.ts): the exponent of binary32, then sign and fraction; zero is one byte. */
	sixteenBits(value) {
		this.#reserve(4);
		const at = this.#length;
		this.#view.setFloat32(at, value);
		const bits = this.#view.getUint32(at);
		const exponent = bits >>> 23 & 255;
		if (!(value === 0 || exponent > 0 && (bits & 255) === 0 && Math.fround(value) === value)) throw new RangeError(`not of sixteen bits: ${value}`);
		this.#view.setUint8(at, exponent);
		this.#length = at + 1;
		if (exponent === 0) return;
		this.#view.setUint8(at + 1, bits >>> 8 & 255);
		this.#view.setUint8(at + 2, (bits >>> 31) * 128 + (bits >>> 16 & 127));
		this.#length = at + 3;
	}
	count(value) {
		if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`);
		let rest = value;
		for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) this.byte(rest % 128 + 128);
		let bits = rest | 0;
		for (; bits >= 128; bits >>= 7) this.byte(bits & 127 | 128);
		this.byte(bits);
	}
	/** A whole number of either sign. */
	step(value) {
		this.count(value < 0 ? -2 * value - 1 : 2 * value);
	}
	/** All that was written of the value; with no more memory than it takes where none is shared. */
	bytes() {
		const written = this.#written();
		if (!this.#isShared) return written.slice();
		this.#start = this.#length;
		return written;
	}
	#written() {
		return new Uint8Array(this.#view.buffer, this.#start, this.#length - this.#start);
	}
	#reserve(more) {
		if (this.#length + more <= this.#room) return;
		const written = this.#written();
		const room = this.#isShared ? this.#room : 2 * this.#room;
		const next = new Uint8Array(Math.max(room, 2 * (written.length + more)));
		next.set(written);
		this.#view = new DataView(next.buffer);
		this.#room = next.length;
		this.#start = 0;
		this.#length = written.length;
	}
};
/** A byte holds the kinds of so many numbers. */
const numbersAByte = 4;
/** Bytes that a number takes, with its kind. */
const mostANumber = 9;
var ByteSource = class {
	#view;
	#end;
	#position = 0;
	/** What is left of the byte of kinds under way, and of how many numbers. */
	#kinds = 0;
	#numbersOfKinds = 0;
	constructor(bytes) {
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#end = bytes.byteLength;
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
	/** How many numbers the list that begins here has: each is asked of `number` next. */
	numbers() {
		const length = this.count();
		this.expectAtLeast(Math.ceil(length / numbersAByte));
		this.beginNumbers();
		return length;
	}
	/** A list that does not say how long it is. */
	beginNumbers() {
		this.#numbersOfKinds = 0;
	}
	/** The next of a list, beside what is expected of it. */
	number(usual) {
		const kind = this.#nextKind();
		if (kind === wide) return this.float64();
		if (kind === narrow) return this.float32();
		return kind === whole ? this.count() : usual;
	}
	/** The next of a list that `statedNumbers` wrote. */
	statedNumber(usual) {
		const kind = this.#nextKind();
		if (kind === wide) return this.float64();
		if (kind === narrow) return ofSixDigitCode(this.byte() + 256 * this.byte() + 65536 * this.byte());
		return kind === whole ? this.count() : usual;
	}
	#nextKind() {
		if (this.#numbersOfKinds === 0) {
			this.#kinds = this.byte();
			this.#numbersOfKinds = numbersAByte;
		}
		const kind = this.#kinds & 3;
		this.#kinds >>>= 2;
		this.#numbersOfKinds -= 1;
		return kind;
	}
	sixteenBits() {
		const exponent = this.byte();
		if (exponent === 0) return 0;
		const low = this.byte();
		const high = this.byte();
		const size = 1 + ((high & 127) * 256 + low) / 2 ** 15;
		return (high & 128 ? -size : size) * powerOfTwo(exponent - 127);
	}
	step() {
		const step = this.count();
		return step % 2 === 1 ? -(step + 1) / 2 : step / 2;
	}
	count() {
		const first = this.byte();
		if (first < 128) return first;
		let value = first & 127;
		let unit = 128;
		for (;;) {
			const byte = this.byte();
			value += (byte & 127) * unit;
			if (!Number.isSafeInteger(value)) throw new RangeError("not a count: too large");
			if (byte < 128) return value;
			unit *= 128;
		}
	}
	expectAtLeast(bytes) {
		if (this.#position + bytes > this.#end) throw new RangeError("the bytes are cut short");
	}
	isAtEnd() {
		return this.#position === this.#end;
	}
	expectEnd() {
		if (!this.isAtEnd()) throw new RangeError("bytes are left over");
	}
};

/** What W remembers. The larger part of a state, and much of it the same twice: that takes a quarter of a byte. */
const changeSumsCodec = {
	write: ({ channels, past, buckets, scatter }, sink) => {
		count.write(channels, sink);
		numbers.write(past, sink);
		writeBuckets(buckets, channels, sink);
		scatterOf(channels).write(scatter, sink);
	},
	read: (source) => {
		const channels = count.read(source);
		return {
			channels,
			past: numbers.read(source),
			buckets: readBuckets(channels, source),
			scatter: scatterOf(channels).read(source)
		};
	}
};
/**
* First of each row: blocks, marks of the time of day, entries since the bucket before, and the weight of each channel; then all
* marks, then all sums. Blocks and marks are expected to be as in the bucket before; entries as there, if as many went into each of
* its blocks as of the one before it; weights as the blocks, and as in the channel before.
*/
function writeBuckets(buckets, channels, sink) {
	const width = 3 + channels;
	const [shapes, usual] = [zeros(width * buckets.length), zeros(width * buckets.length)];
	const marks = [];
	const before = new BucketBefore();
	for (let row = 0, at = 0; row < buckets.length; row += 1, at += width) {
		const [size, seq] = [buckets.sizeAt(row), buckets.seqAt(row)];
		const ofRow = buckets.marksAt(row);
		usual[at] = before.size;
		usual[at + 1] = before.marks;
		usual[at + 2] = before.usualSpan;
		shapes[at] = usual[at + 3] = size;
		shapes[at + 1] = ofRow.length;
		shapes[at + 2] = seq - before.seq;
		for (let channel = 0; channel < channels; channel += 1) {
			shapes[at + 3 + channel] = buckets.sumAt(row, 3 * channel);
			if (channel > 0) usual[at + 3 + channel] = shapes[at + 2 + channel];
		}
		before.moveOn(size, ofRow.length, seq);
		marks.push(...ofRow);
	}
	sink.numbers(shapes, usual);
	sink.numbers(marks);
	for (let row = 0; row < buckets.length; row += 1) writeSums(buckets, row, sink);
}
function writeSums(buckets, row, sink) {
	for (let at = 0; at < 3 * buckets.channels; at += 3) {
		const weight = buckets.sumAt(row, at);
		if (weight === 0) continue;
		const sum = buckets.sumAt(row, at + 1);
		sink.sixteenBits(sum);
		sink.sixteenBits(toSixteenBits(aboutMean(weight, sum, buckets.sumAt(row, at + 2))));
	}
}
function readBuckets(channels, source) {
	const rows = source.numbers() / (3 + channels);
	if (!Number.isInteger(rows)) throw new RangeError("a bucket is cut short");
	const width = rowWidth(channels);
	const numbers = zeros(width * rows);
	const before = new BucketBefore();
	for (let place = 0; place < numbers.length; place += width) {
		const size = source.number(before.size);
		const marks = source.number(before.marks);
		const seq = before.seq + source.number(before.usualSpan);
		numbers[place + bucketRow.size] = size;
		numbers[place + bucketRow.seq] = seq;
		numbers[place + bucketRow.marked] = marks === 0 ? 0 : 1;
		for (let at = place + bucketRow.sums, usual = size; at < place + width; at += 3) numbers[at] = usual = source.number(usual);
		before.moveOn(size, marks, seq);
	}
	readMarks(numbers, width, source);
	for (let place = 0; place < numbers.length; place += width) for (let at = place + bucketRow.sums; at < place + width; at += 3) readSums(numbers, at, source);
	return Buckets.over(numbers, channels);
}
function readMarks(rows, width, source) {
	let left = source.numbers();
	for (let place = 0; place < rows.length; place += width) {
		if (rows[place + bucketRow.marked] === 0) continue;
		rows[place + bucketRow.marks] = source.number(0);
		rows[place + bucketRow.marks + 1] = source.number(0);
		left -= 2;
	}
	if (left !== 0) throw new RangeError("there are marks of no bucket");
}
/** Those of a channel that has a weight. */
function readSums(rows, at, source) {
	const weight = rows[at];
	if (weight === 0) return;
	const sum = source.sixteenBits();
	rows[at + 1] = sum;
	rows[at + 2] = squaresWith(weight, sum, source.sixteenBits());
}
/** What the next bucket is expected to be like. */
var BucketBefore = class {
	size = 0;
	marks = 0;
	seq = 0;
	usualSpan = 0;
	#rows = 0;
	moveOn(size, marks, seq) {
		const span = seq - this.seq;
		this.usualSpan = this.#rows === 0 ? 0 : span * size / this.size;
		this.#rows += 1;
		this.size = size;
		this.marks = marks;
		this.seq = seq;
	}
};
/** As many samples as the channel before has at the same scale: so it is within a sensor. */
function scatterOf(channels) {
	return {
		write: ({ squares, counts }, sink) => {
			numbers.write(squares, sink);
			countsBeside(counts.length / channels).write(counts, sink);
		},
		read: (source) => {
			const squares = numbers.read(source);
			return {
				squares,
				counts: countsBeside(squares.length / channels).read(source)
			};
		}
	};
}
function countsBeside(scales) {
	return numbersBeside((at, before) => at < scales ? 0 : before[at - scales]);
}

const intervalCodec = record({
	fromSeq: count,
	toSeq: count
});
/** The times of all rows, then their other numbers row by row. */
const courseRows = {
	write: (rows, sink) => {
		steps.write(rows.map(({ timeUs }) => timeUs), sink);
		numbers.write(rows.flatMap(({ blocks, shifts }) => [blocks, ...shifts]), sink);
	},
	read: (source) => {
		const times = steps.read(source);
		const rest = numbers.read(source);
		const width = rest.length / times.length;
		return times.map((timeUs, at) => {
			const [blocks = 0, ...shifts] = rest.slice(at * width, (at + 1) * width);
			return {
				timeUs,
				blocks,
				shifts
			};
		});
	}
};
const courseCodec = record({
	likely: intervalCodec,
	widely: intervalCodec,
	rows: record({
		camera: courseRows,
		radar: courseRows,
		lidar: courseRows
	})
});

/** A vehicle's state, from least to most urgent except `UNKNOWN`, which says nothing was learnt yet or nothing was heard. */
const tiers = [
	"UNKNOWN",
	"NOMINAL",
	"CAUTION",
	"CRITICAL"
];

/** Kept with a breach that was opened early, and with its scores. */
const provisionalCodec = record({
	sensor: oneOf(limitedSensors),
	blocksBefore: count,
	blocksAfter: count,
	framesPerBlock: count,
	correlation: float64,
	statistic: float64,
	limit: float64,
	drift: float64,
	driftSd: float64
});

const head = record({
	channel: oneOf(channels),
	side: oneOf(countedSides)
});
/** Numbers that fill a binary32 take half the bytes. */
const channelInWindow = {
	write: (value, sink) => {
		const { blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone, meanVariance } = value;
		head.write(value, sink);
		numbers.write([
			blocksSince,
			blocksBefore,
			meanSince,
			meanBefore,
			sigma,
			degrees,
			zone,
			meanVariance
		], sink);
	},
	read: (source) => {
		const { channel, side } = head.read(source);
		const [blocksSince = 0, blocksBefore = 0, meanSince = 0, meanBefore = 0, ...noise] = numbers.read(source);
		const independent = Math.fround(1 / blocksSince + 1 / blocksBefore);
		const [sigma = 0, degrees = 0, zone = 0, meanVariance = independent] = noise;
		return {
			channel,
			blocksSince,
			blocksBefore,
			meanSince,
			meanBefore,
			sigma,
			degrees,
			zone,
			meanVariance,
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
const pose = nullable(quaternion);
const maybeNumber = nullable(float64);
const maybeTime = maybeNumber;
const maybeCount = nullable(count);
/** Entry numbers by the entries from one to the next, mostly as many as between the two before. */
const seqs = {
	write: (value, sink) => {
		const [spans, usual] = [zeros(value.length), zeros(value.length)];
		for (let at = 0, before = 0, spanBefore = 0; at < value.length; at += 1) {
			usual[at] = spanBefore;
			spans[at] = spanBefore = value[at] - before;
			before = value[at];
		}
		sink.numbers(spans, usual);
	},
	read: (source) => {
		const value = zeros(source.numbers());
		for (let at = 0, before = 0, span = 0; at < value.length; at += 1) {
			span = source.number(span);
			value[at] = before += span;
		}
		return value;
	}
};
/** Most blocks are whole. */
const weights = numbersLike(1);
/** Column by column, as the newest blocks are, and with the time of each. */
const baselineBlocks = {
	write: (blocks, sink) => {
		seqs.write(blocks.map(({ seq }) => seq), sink);
		steps.write(blocks.map(({ atUs }) => atUs), sink);
		weights.write(blocks.map(({ weight }) => weight), sink);
		numbers.write(blocks.flatMap(({ values }) => values), sink);
	},
	read: (source) => {
		const [ends, times, held, values] = [
			seqs.read(source),
			steps.read(source),
			weights.read(source),
			numbers.read(source)
		];
		const width = values.length / ends.length;
		return ends.map((seq, at) => ({
			seq,
			atUs: times[at],
			weight: held[at],
			values: values.slice(at * width, (at + 1) * width)
		}));
	}
};
const recentBlocks = {
	write: (blocks, sink) => {
		const columns = blocks.columns();
		seqs.write(columns.seqs, sink);
		steps.write([], sink);
		weights.write(columns.weights, sink);
		numbers.write(columns.placed, sink);
	},
	read: (source) => {
		const ends = seqs.read(source);
		steps.read(source);
		return RecentBlocks.of({
			seqs: ends,
			weights: weights.read(source),
			placed: numbers.read(source)
		});
	}
};
/** Entry numbers and times go up side by side. */
const timeMarks = {
	write: (marks, sink) => {
		writeEverySecond(marks, 0, sink);
		writeEverySecond(marks, 1, sink);
	},
	read: (source) => {
		const ends = steps.read(source);
		const times = steps.read(source);
		const marks = zeros(2 * ends.length);
		for (let at = 0; at < ends.length; at += 1) {
			marks[2 * at] = ends[at];
			marks[2 * at + 1] = times[at];
		}
		return marks;
	}
};
/** As `steps` writes a list. */
function writeEverySecond(values, first, sink) {
	sink.count(values.length / 2);
	for (let at = first, before = 0; at < values.length; at += 2) {
		sink.step(values[at] - before);
		before = values[at];
	}
}
/** One list, camera, radar, lidar, whole frames: [run, fresh, heard, ...latest]. Before 1.6.0 without the last. */
const repeats = {
	write: ({ camera, radar, lidar, frame }, sink) => numbers.write([
		camera,
		radar,
		lidar,
		frame
	].flatMap(({ run, fresh, heard, latest }) => [
		run,
		fresh,
		heard,
		...latest
	]), sink),
	read: (source) => {
		const given = source.numbers();
		if (given !== 15 && given !== 18) throw new RangeError("these are not the repeats of three sensors");
		return {
			camera: readRepeats(4, source),
			radar: readRepeats(1, source),
			lidar: readRepeats(1, source),
			frame: given === 15 ? noRepeats().frame : readRepeats(0, source)
		};
	}
};
function readRepeats(width, source) {
	const [run, fresh, heard] = [
		source.number(0),
		source.number(0),
		source.number(0)
	];
	const latest = zeros(width);
	for (let at = 0; at < width; at += 1) latest[at] = source.number(0);
	return {
		run,
		fresh,
		heard,
		latest
	};
}
const calibration = {
	write: (value, sink) => {
		count.write(value.blocks, sink);
		boolean.write(value.established, sink);
		pose.write(value.pose, sink);
		numbers.write(value.location, sink);
		numbers.write(value.scale, sink);
		numbers.write(value.whitening, sink);
		numbers.write(value.frameRatio, sink);
		numbers.write(value.correlation, sink);
		numbers.write(value.leastCorrelation, sink);
		float64.write(value.periodUs, sink);
		numbers.write(value.clipUnit, sink);
		numbers.write(value.zones, sink);
	},
	read: (source) => ({
		blocks: count.read(source),
		established: boolean.read(source),
		pose: pose.read(source),
		location: numbers.read(source),
		scale: numbers.read(source),
		whitening: numbers.read(source),
		frameRatio: numbers.read(source),
		correlation: numbers.read(source),
		leastCorrelation: numbers.read(source),
		periodUs: float64.read(source),
		clipUnit: numbers.read(source),
		zones: numbers.read(source)
	})
};
const cycle = {
	write: (value, sink) => {
		count.write(value.startHour, sink);
		count.write(value.newestHour, sink);
		count.write(value.hours, sink);
		numbers.write(value.heard, sink);
		numbers.write(value.today, sink);
		numbers.write(value.days, sink);
		numbers.write(value.wave, sink);
		numbers.write(value.unsure, sink);
	},
	read: (source) => ({
		startHour: count.read(source),
		newestHour: count.read(source),
		hours: count.read(source),
		heard: numbers.read(source),
		today: numbers.read(source),
		days: numbers.read(source),
		wave: numbers.read(source),
		unsure: numbers.read(source)
	})
};
const curve = record({
	level: count,
	ratios: numbers,
	degrees: numbers
});
const openBlock = {
	write: (value, sink) => {
		count.write(value.frames, sink);
		float64.write(value.weight, sink);
		numbers.write(value.sums, sink);
		numbers.write(value.squares, sink);
	},
	read: (source) => ({
		frames: count.read(source),
		weight: float64.read(source),
		sums: numbers.read(source),
		squares: numbers.read(source)
	})
};
const inherited = nullable(record({
	scale: numbers,
	correlation: numbers,
	degrees: float64,
	pose,
	centre: numbers,
	curves: nullable(listOf(curve))
}));
const clock = {
	write: (value, sink) => {
		maybeTime.write(value.newestUs, sink);
		maybeTime.write(value.apartUs, sink);
		count.write(value.lateRun, sink);
		count.write(value.late, sink);
	},
	read: (source) => ({
		newestUs: maybeTime.read(source),
		apartUs: maybeTime.read(source),
		lateRun: count.read(source),
		late: count.read(source)
	})
};
const track = {
	write: (value, sink) => {
		count.write(value.frames, sink);
		clock.write(value.clock, sink);
		float64.write(value.presence, sink);
		float64.write(value.usualPresence, sink);
		count.write(value.coarseFrames, sink);
		count.write(value.level, sink);
		openBlock.write(value.open, sink);
		baselineBlocks.write(value.learnt, sink);
		numbers.write(value.within, sink);
		count.write(value.withinFrames, sink);
		pose.write(value.anchor, sink);
		maybeCalibration.write(value.calibration, sink);
		inherited.write(value.inherited, sink);
		numbers.write(value.previous, sink);
		maybeTime.write(value.previousUs, sink);
		recentBlocks.write(value.recent, sink);
		numbers.write(value.centre, sink);
		float64.write(value.centreWeight, sink);
		boolean.write(value.notRestored, sink);
		maybeCycle.write(value.cycle, sink);
	},
	read: (source) => ({
		frames: count.read(source),
		clock: clock.read(source),
		presence: float64.read(source),
		usualPresence: float64.read(source),
		coarseFrames: count.read(source),
		level: count.read(source),
		open: openBlock.read(source),
		learnt: baselineBlocks.read(source),
		within: numbers.read(source),
		withinFrames: count.read(source),
		anchor: pose.read(source),
		calibration: maybeCalibration.read(source),
		inherited: inherited.read(source),
		previous: numbers.read(source),
		previousUs: maybeTime.read(source),
		recent: recentBlocks.read(source),
		centre: numbers.read(source),
		centreWeight: float64.read(source),
		notRestored: boolean.read(source),
		cycle: maybeCycle.read(source)
	})
};
const maybeCalibration = nullable(calibration);
const maybeCycle = nullable(cycle);
const fleetCurve = nullable(curve);
const noiseHead = record({
	sd: float64,
	degrees: float64,
	vehicles: count
});
const sensorNoise = nullable({
	write: (noise, sink) => {
		noiseHead.write(noise, sink);
		fleetCurve.write(noise.curve ?? null, sink);
	},
	read: (source) => {
		const head = noiseHead.read(source);
		const read = fleetCurve.read(source);
		return read === null ? head : {
			...head,
			curve: read
		};
	}
});
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
	write: (noises, sink) => {
		const { sinceSeq, grown, sinceUs, blocks, variance, sinceBlocks, sinceSquares } = noiseColumns;
		sink.count(channels.length);
		for (let at = 0, before = 0; at < noises.length; at += 7) {
			const begin = 2 * noises[at + sinceSeq] + noises[at + grown];
			sink.step(begin - before);
			before = begin;
		}
		sink.count(channels.length);
		for (let at = sinceUs, before = 0; at < noises.length; at += 7) {
			sink.step(noises[at] - before);
			before = noises[at];
		}
		const values = zeros(4 * channels.length);
		for (let at = 0, to = 0; at < noises.length; at += 7, to += 4) {
			values[to] = noises[at + blocks];
			values[to + 1] = noises[at + variance];
			values[to + 2] = noises[at + sinceBlocks];
			values[to + 3] = noises[at + sinceSquares];
		}
		sink.numbers(values);
	},
	read: (source) => {
		const begins = steps.read(source);
		const times = steps.read(source);
		const values = numbers.read(source);
		const noises = noNoises();
		for (const [at, begin] of begins.entries()) writeNoise(noises, at, {
			blocks: values[4 * at],
			variance: values[4 * at + 1],
			sinceBlocks: values[4 * at + 2],
			sinceSquares: values[4 * at + 3],
			sinceSeq: Math.floor(begin / 2),
			sinceUs: times[at],
			grown: begin % 2 === 1
		});
		return noises;
	}
};
/** Pairs of channels are mostly heard together: the first of three numbers is that of the pair before. */
const likeTriples = numbersBeside((at, before) => at % 3 === 0 && at > 0 ? before[at - 3] : 0);
const tier = {
	write: (value, sink) => {
		tierName.write(value.tier, sink);
		reason.write(value.reason, sink);
		count.write(value.sinceSeq, sink);
		maybeTime.write(value.sinceUs, sink);
		count.write(value.calmBlocks, sink);
		count.write(value.sustainedBlocks, sink);
	},
	read: (source) => ({
		tier: tierName.read(source),
		reason: reason.read(source),
		sinceSeq: count.read(source),
		sinceUs: maybeTime.read(source),
		calmBlocks: count.read(source),
		sustainedBlocks: count.read(source)
	})
};
const tierName = oneOf(tiers);
const reason = oneOf(reasons);
const finding = {
	write: (value, sink) => {
		maybeNumber.write(value.nats, sink);
		numbers.write(value.posterior, sink);
		count.write(value.changeSeq, sink);
		count.write(value.channel, sink);
		boolean.write(value.suspected, sink);
		maybeWindow.write(value.window, sink);
		maybeNumber.write(value.confidenceNats, sink);
		maybeCount.write(value.confidenceChangeSeq, sink);
	},
	read: (source) => ({
		nats: maybeNumber.read(source),
		posterior: numbers.read(source),
		changeSeq: count.read(source),
		channel: count.read(source),
		suspected: boolean.read(source),
		window: maybeWindow.read(source),
		confidenceNats: maybeNumber.read(source),
		confidenceChangeSeq: maybeCount.read(source)
	})
};
const maybeWindow = nullable(windowCodec);
const breach = nullable(record({
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
	course: courseCodec,
	early: nullable(record({
		verdict: provisionalCodec,
		window: windowCodec,
		blocksSince: count,
		confirmed: boolean
	}))
}));
const confidenceAlarm = nullable(record({
	changeSeq: count,
	calmBlocks: count
}));
const reference = nullable(record({
	rotation: quaternion,
	validFromUs: float64
}));
const outliers = {
	write: (value, sink) => {
		float64.write(value.share, sink);
		count.write(value.frames, sink);
		count.write(value.found, sink);
		boolean.write(value.many, sink);
	},
	read: (source) => ({
		share: float64.read(source),
		frames: count.read(source),
		found: count.read(source),
		many: boolean.read(source)
	})
};
/** The state as bytes, mostly less than 5 KiB once every baseline is established and no breach open; equal states give equal bytes. */
function packState(state) {
	return encodeBytes(stateCodec, state, sink);
}
/** Exactly the state that was packed. Throws RangeError on bytes that `packState` did not write. */
function unpackState(bytes) {
	return decodeBytes(stateCodec, bytes);
}
/** One after another; with room for nearly all of them. */
const sink = new ByteSink(8192);
/** The layout of a packed state; a change of it is a new version of the scoring. */
const stateCodec = {
	write: (value, sink) => {
		count.write(value.entries, sink);
		count.write(value.frames, sink);
		maybeTime.write(value.newestUs, sink);
		tier.write(value.tier, sink);
		boolean.write(value.frozen, sink);
		track.write(value.tracks.camera, sink);
		track.write(value.tracks.radar, sink);
		track.write(value.tracks.lidar, sink);
		track.write(value.tracks.confidence, sink);
		changeSumsCodec.write(value.evidence, sink);
		changeSumsCodec.write(value.confidenceEvidence, sink);
		finding.write(value.finding, sink);
		breach.write(value.breach, sink);
		confidenceAlarm.write(value.confidenceAlarm, sink);
		numbers.write(value.moments.first, sink);
		likeTriples.write(value.moments.second, sink);
		numbers.write(value.charts, sink);
		channelNoise.write(value.noise, sink);
		reference.write(value.reference, sink);
		outliers.write(value.outliers, sink);
		timeMarks.write(value.marks, sink);
		repeats.write(value.repeats, sink);
		prior.write(value.prior, sink);
	},
	read: (source) => ({
		entries: count.read(source),
		frames: count.read(source),
		newestUs: maybeTime.read(source),
		tier: tier.read(source),
		frozen: boolean.read(source),
		tracks: {
			camera: track.read(source),
			radar: track.read(source),
			lidar: track.read(source),
			confidence: track.read(source)
		},
		evidence: changeSumsCodec.read(source),
		confidenceEvidence: changeSumsCodec.read(source),
		finding: finding.read(source),
		breach: breach.read(source),
		confidenceAlarm: confidenceAlarm.read(source),
		moments: {
			first: numbers.read(source),
			second: likeTriples.read(source)
		},
		charts: numbers.read(source),
		noise: channelNoise.read(source),
		reference: reference.read(source),
		outliers: outliers.read(source),
		marks: timeMarks.read(source),
		repeats: repeats.read(source),
		prior: prior.read(source),
		standing: null,
		known: null
	})
};
const prior = trailing(startingPrior);

/**
* Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
* 700 frames by `npm run bench -- confidence` on 2026-11-23, which writes this file.
*/
const confidenceKnots = {
	raw: [
		73e-6,
		.028912,
		.074545,
		.149446,
		.241633,
		.347725,
		.452233,
		.554107,
		.652146,
		.750276,
		.825943,
		.875796,
		.921449,
		.957765,
		.975285,
		.9857,
		.992757,
		.99683,
		.998566,
		.999939
	],
	observed: [
		.41703,
		.41703,
		.41703,
		.41703,
		.41703,
		.556452,
		.59375,
		.630841,
		.764205,
		.779915,
		.879114,
		.897239,
		.919759,
		.945226,
		.97521,
		.976403,
		.983824,
		.989041,
		.990762,
		.999178
	]
};

/** Version of the rules of `fold`: another version may judge the same frames differently, and refolds them. */
const scoringVersion = "1.6.0";
/** Name of the arithmetic every decision is computed in (numeric/, docs/scoring-method.md). */
const numericProfile = "binary64-ltr-v1";
/** Nothing: the kinds of noise as they are (scatter/noise-family.ts). */
const untold = {
	ratios: [
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1
	],
	degrees: [
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0
	]
};
const curves = {
	camera: untold,
	radar: untold,
	lidar: untold,
	confidence: {
		ratios: untold.ratios,
		degrees: [
			20,
			20,
			20,
			20,
			20,
			20,
			20,
			20,
			20,
			20
		]
	}
};
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
		cautionNats: 7.75,
		criticalNats: 10.5,
		participation: .5,
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
		indifferenceSigma: .05,
		indifferenceShare: .25,
		inControlLaw: {
			at: 7.75,
			lnRunLengthAt: 12,
			slope: 1.4
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
	early: {
		fewestBlocks: 10,
		fewestBefore: 5,
		fewestAfter: 2,
		limitNats: 6,
		correlationErrors: .5,
		correlationTimeUs: 15e5,
		longestGapUs: 1e7
	},
	prior: {
		cameraDeg: .06,
		radarM: .06,
		lidarLog: .35,
		confidenceLogit: .6,
		degrees: 4,
		curves,
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
	const named = rename(json, camelCase);
	assertComplete(named);
	return named;
}
function rename(value, renamed) {
	if (Array.isArray(value)) return value.map((item) => rename(item, renamed));
	return typeof value === "object" && value !== null ? renameMembers(value, renamed) : value;
}
function renameMembers(value, renamed) {
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [renamed(name), rename(member, renamed)]));
}
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
function assertComplete(value) {
	expectSameShape(value, defaultSettings, "settings");
}
function expectSameShape(value, like, path) {
	if (typeof like === "number") expectNumber(value, path);
	else if (Array.isArray(like)) expectList(value, like[0], path);
	else if (typeof like === "object" && like !== null) expectMembers(value, like, path);
}
function expectNumber(value, path) {
	if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError(`${path}: not a number`);
}
function expectList(value, like, path) {
	if (!Array.isArray(value) || value.length === 0) throw new TypeError(`${path}: not a list`);
	value.forEach((item, position) => expectSameShape(item, like, `${path}[${position}]`));
}
function expectMembers(value, like, path) {
	if (typeof value !== "object" || value === null) throw new TypeError(`${path}: not an object`);
	const members = new Map(Object.entries(value));
	for (const name of members.keys()) if (!Object.hasOwn(like, name)) throw new TypeError(`${path}.${name}: unknown`);
	for (const [name, member] of Object.entries(like)) expectSameShape(members.get(name), member, `${path}.${name}`);
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
		baseline: {
			state: score.baseline.state,
			frames: score.baseline.frames,
			needed: score.baseline.needed
		},
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
		...driftOutputs(score),
		health_score: score.healthScore,
		change_point_seq: score.changePointSeq,
		warnings: [...score.warnings],
		...score.provisional !== null && { provisional: provisionalFields(score.provisional) }
	};
}
/**
* By the score's own names, in the spelling of the wire: a frozen scorer is built from this file, and the table of sensors,
* which goes on, has no place in it. A test holds them to the table.
*/
function driftOutputs(score) {
	const outputs = Object.entries(score).filter(([name]) => /^[a-z]+Drift(?:Deg|Mm|M)$/.test(name)).map(([name, drift]) => [name.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`), drift]);
	return Object.fromEntries(outputs);
}
/** What an early verdict rests on, by the names it has on the wire. */
function provisionalFields(verdict) {
	return {
		sensor: verdict.sensor,
		blocks_before: verdict.blocksBefore,
		blocks_after: verdict.blocksAfter,
		frames_per_block: verdict.framesPerBlock,
		correlation: verdict.correlation,
		statistic: verdict.statistic,
		limit: verdict.limit,
		drift: verdict.drift,
		drift_sd: verdict.driftSd
	};
}

const tester = new FrameTester();
const fold = (state, entry, settings) => fold$1(state, entry, settings, tester);

export { defaultSettings, fold, initialState, numericProfile, openBreachOf as openBreach, scoringOutputs as outputs, packState, settingsFromJson, settingsToJson, unpackState, scoringVersion as version };