const root = process.argv[2]!; const phi = Number(process.argv[3]);
const { replayEntries } = await import(root + "/core/scoring/replay.ts");
const { defaultSettings } = await import(root + "/core/scoring/model/settings.ts");
const { journalOf } = await import(root + "/core/scoring/vehicle-journal.ts");
const settings = { ...defaultSettings, evidence: { ...defaultSettings.evidence, indifferenceShare: 0 } };
const out: string[] = [];
for (let seed = 100; seed < 140; seed++) { const r = replayEntries(journalOf({ frames: 2000, seed, correlation: phi }), settings); const b = r.breaches[0]; if (b) out.push(`${b.openedSeq}(${b.changePointSeq},${b.channel})`); }
console.log(phi, out.length, "of 40:", out.join(" "));
