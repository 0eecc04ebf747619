/**
 * Diagnoses in the second world: `node bench/worlds/faults.ts --seed a1,a2 --at 3600 --aeros 4 --sound 10`
 * prints what is found of each fault, and what is said of sound AEROs. `--only soiling,shading` tries some
 * kinds, `--from-start` has them there from the first day, `--lines` names each AERO.
 */
import { parseArgs } from 'node:util';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { type FindingKey, findingRow } from '@aerowatch/domain/faults/list';
import { CASES } from './fault-cases.ts';
import { type Outcome, playFault, playSound } from './fault-play.ts';
import { AeroRecord, BoxRecord } from './fault-record.ts';
import { FAULT_KINDS, LOOKALIKE_KINDS, makeBox, makeSkies } from './second/world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '3600' },
    aeros: { type: 'string', default: '2' },
    sound: { type: 'string', default: '0' },
    every: { type: 'string', default: '7' },
    only: { type: 'string' },
    severities: { type: 'string', default: 'medium,severe' },
    'from-start': { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
  },
});
const SEVERITIES = ['mild', 'medium', 'severe'] as const;
const severities = SEVERITIES.filter((one) => values.severities.split(',').includes(one));
const logMs = Number(values.at) * 1000;
const every = Number(values.every);
const kinds = FAULT_KINDS.filter(
  (kind) => CASES[kind] !== undefined && (values.only?.split(',').includes(kind) ?? true),
);
/** Boxes beside each box, under the same sky; a fifth of the boxes have none. */
const NEAR = 4;
/** Of the year, days within which a fault begins: a first month teaches what is usual. */
const [FIRST, LAST] = [100, 260];

type Skies = ReturnType<typeof makeSkies>;
type Climate = keyof Skies;
const near = new Map<string, AeroRecord[]>();

function nearOf(seed: string, skies: Skies, climate: Climate): AeroRecord[] {
  const key = `${seed} ${climate}`;
  const made =
    near.get(key) ??
    Array.from(
      { length: NEAR },
      (_, index) => new AeroRecord(makeBox({ seed: `near ${index}`, sky: skies[climate], logMs }).aeros[0]!),
    );
  near.set(key, made);
  return made;
}

/** A number in [0, 1) of a text: the same for the same text. */
function drawn(text: string): number {
  let mixed = 2166136261;
  for (const letter of text) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 16777619);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}

const climates = Object.keys(makeSkies(1, { days: 1 })) as Climate[];

function faulty(seed: string, skies: Skies, kind: (typeof FAULT_KINDS)[number], index: number): Outcome {
  const one = CASES[kind]!;
  const id = `${seed} ${kind} ${index}`;
  const climate = climates[(index + Math.floor(5 * drawn(`${seed} ${kind}`))) % climates.length]!;
  const sky = skies[climate];
  const severity = severities[index % severities.length]!;
  const fromStart = one.fromStart || values['from-start'];
  const begins = fromStart ? 0 : FIRST + Math.floor((LAST - FIRST) * drawn(`${id} begins`));
  const beginsMs = sky.startMs + begins * DAY + Math.floor(24 * drawn(`${id} hour`)) * HOUR;
  const slow = one.slow === 'always' || (one.slow === 'half' && drawn(`${id} slow`) < 0.5);
  const box = makeBox({
    seed: id,
    sky,
    logMs,
    aeros: drawn(`${id} twin`) < 0.7 ? 2 : 1,
    faults: [{ kind, severity, beginsMs: fromStart ? sky.startMs : beginsMs, slow }],
  });
  const record = new BoxRecord(box, drawn(`${id} near`) < 0.8 ? nearOf(seed, skies, climate) : []);
  return playFault({ id: `${id} ${severity} ${climate}`, record, one, every });
}

const ofBox = (key: FindingKey) => findingRow(key).rows.every(({ faultOf }) => faultOf === 'box');

function sound(seed: string, skies: Skies, index: number): Outcome[] {
  const id = `${seed} sound ${index}`;
  const climate = climates[index % climates.length]!;
  const sky = skies[climate];
  // Every other box has something that looks like a fault.
  const kind = index % 2 === 0 ? undefined : LOOKALIKE_KINDS[((index - 1) / 2) % LOOKALIKE_KINDS.length];
  const fromMs = sky.startMs + Math.floor(100 + 150 * drawn(`${id} from`)) * DAY;
  const box = makeBox({
    seed: id,
    sky,
    logMs,
    aeros: drawn(`${id} twin`) < 0.7 ? 2 : 1,
    lookalikes: kind === undefined ? [] : [{ kind, fromMs }],
  });
  const record = new BoxRecord(box, drawn(`${id} near`) < 0.8 ? nearOf(seed, skies, climate) : []);
  const outcomes = box.aeros.map((_, aero) =>
    playSound({ id: `${id} ${climate} ${kind ?? ''}`, record, every }, aero),
  );
  // What concerns the box counts once for both.
  const [first, second] = outcomes;
  const again = second?.said.filter(
    ({ key }) => !(ofBox(key) && first!.said.some((word) => word.key === key)),
  );
  return [first!, ...(second ? [{ ...second, said: again! }] : [])];
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);
const falseOf = (outcomes: readonly Outcome[]) => {
  const counts = new Map<FindingKey, number>();
  for (const { said } of outcomes)
    for (const { key, truth } of said) if (truth === 'false') counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, count]) => `${key} ${count}`).join(', ') || '–';
};
const print = (text: string) => process.stdout.write(`${text}\n`);
function printLines(outcomes: readonly Outcome[]): void {
  if (!values.lines) return;
  for (const { id, named, notWatched, said } of outcomes) {
    const words = said.map(
      ({ key, day, worst, value, truth }) => `${key} ${worst} day ${day} ${value} ${truth}`,
    );
    const found = named === null ? (notWatched ? 'not watched' : 'missed') : `day ${named.toFixed(0)}`;
    print(`  ${id}: ${found}; ${words.join('; ')}`);
  }
}

const seeds = values.seed.split(',').map((seed) => ({ seed, skies: makeSkies(seed) }));
const all: Outcome[] = [];
for (const kind of kinds) {
  const outcomes = seeds.flatMap(({ seed, skies }) =>
    Array.from({ length: Number(values.aeros) * severities.length }, (_, index) =>
      faulty(seed, skies, kind, index),
    ),
  );
  const judged = outcomes.filter(({ isSo }) => isSo);
  all.push(...judged);
  const parts = severities.map((severity) => {
    const of = judged.filter(({ id }) => id.includes(` ${severity} `));
    return `${of.filter(({ named }) => named !== null).length}/${of.length}`;
  });
  const first = judged.filter(({ rightFirst }) => rightFirst !== null);
  const unwatched = judged.filter(({ named, notWatched }) => named === null && notWatched).length;
  print(
    `${kind} | ${parts.join(' | ')} | ${share(judged.filter(({ named }) => named !== null).length, judged.length)}, ${unwatched} not watched | right first ${share(first.filter(({ rightFirst }) => rightFirst).length, first.length)} | ${falseOf(judged)}`,
  );
  printLines(outcomes);
}
const found = all.filter(({ named }) => named !== null).length;
if (all.length > 0) print(`all | ${found}/${all.length} ${share(found, all.length)} | ${falseOf(all)}`);
const calm = seeds.flatMap(({ seed, skies }) =>
  Array.from({ length: Number(values.sound) }, (_, index) => sound(seed, skies, index)).flat(),
);
if (calm.length > 0) {
  const years = calm.reduce((sum, one) => sum + one.years, 0);
  const words = calm.flatMap(({ said }) => said.filter(({ truth }) => truth === 'false'));
  const bad = words.filter(({ worst }) => worst === 'bad').length;
  print(
    `sound | ${calm.length} AEROs, ${years.toFixed(0)} years | ${words.length} false, ${bad} bad, ${(words.length / years).toFixed(2)} a year | ${falseOf(calm)}`,
  );
  printLines(calm.filter(({ said }) => said.length > 0));
}
