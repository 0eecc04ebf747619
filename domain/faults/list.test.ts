import { describe, expect, it } from 'vitest';
import { DAY } from '../durations.ts';
import { METHODS } from './detect.ts';
import { FAULT_ROWS, FAULTS, type Fault, FINDING_KEYS, type FindingKey, faults, findingRow } from './list.ts';
import { type FaultRow, fault, limit } from './row.ts';
import { seized } from './seized/fault.ts';
import { AERO, buildMeasures, diagnose } from './testing.ts';

// What is missing for a new fault does not compile: each of the lines below must fail, or the types check
// fails.
describe('a new fault', () => {
  const row = { ...seized, key: 'rattles', findings: { rattles: { place: 310, unit: 'mm' } } } as const;
  it('is a row that must be filled in', () => {
    const { confirm, ...without } = row;
    expect(confirm).toBeDefined();
    // @ts-expect-error: a field is forgotten
    const forgotten: FaultRow = without;
    // @ts-expect-error: an act that has no words
    const unknown: FaultRow = { ...row, act: 'sing' };
    // @ts-expect-error: a threshold without its unit and source
    const bare: FaultRow = { ...row, thresholds: { asked: { value: 4 } } };
    expect([forgotten, unknown, bare]).toHaveLength(3);
    expect(fault({ ...row, thresholds: { asked: limit(4, '°C', 'judged') } }).key).toBe('rattles');
  });
  it('is a line of the list, which explains and is confused with what exists', () => {
    const held = fault({ ...seized, explains: [], impostors: {} });
    const known = fault({ ...row, explains: ['seized'], impostors: { seized: { tell: 'look_at_ram' } } });
    expect(faults(held, known)).toHaveLength(2);
    const misspelt = fault({ ...known, explains: ['siezed'] });
    // @ts-expect-error: no finding of that name
    faults(held, misspelt);
    const confused = fault({ ...known, impostors: { nobody: { tell: 'look_at_ram' } } });
    // @ts-expect-error: no fault of that name
    faults(held, confused);
  });
  it('has a method and texts', () => {
    type WithNew<Row> = Readonly<Record<FindingKey | 'rattles', Row>>;
    // @ts-expect-error: no method for its finding
    const methods: WithNew<unknown> = METHODS;
    const texts = Object.fromEntries(FAULTS.map((key) => [key, ''])) as Record<Fault, string>;
    // @ts-expect-error: no text for it
    const complete: Record<Fault | 'rattles', string> = texts;
    expect([methods, complete]).toHaveLength(2);
  });
});

describe('rows', () => {
  const rows = Object.values(FAULT_ROWS);
  it('have a precedence and findings a place of their own', () => {
    expect(new Set(rows.map(({ precedence }) => precedence)).size).toBe(FAULTS.length);
    expect(new Set(FINDING_KEYS.map((key) => findingRow(key).place)).size).toBe(FINDING_KEYS.length);
  });
  it('say of every impostor what tells it apart', () => {
    const silent = rows.flatMap(({ key, impostors }) =>
      Object.entries(impostors).flatMap(([cause, { tell, ruledOutBy }]) =>
        tell === undefined && ruledOutBy === undefined ? [`${key}: ${cause}`] : [],
      ),
    );
    expect(silent).toEqual([]);
  });
  it('of one finding differ by what it holds, and agree in what is known of the finding alone', () => {
    for (const key of FINDING_KEYS) {
      const { rows: several } = findingRow(key);
      expect(
        several.filter(({ names }) => names === undefined),
        key,
      ).toHaveLength(1);
      for (const field of ['concerns', 'confidenceShift', 'staysUntilRepaired', 'watchedUpTo'] as const)
        expect(new Set(several.map((row) => row[field])).size, `${key}: ${field}`).toBe(1);
    }
  });
});

describe('what a row says of its method', () => {
  const points = buildMeasures(75);
  const verdictsOf = (input: Partial<Parameters<typeof diagnose>[0]>) =>
    new Map(
      diagnose({ points, aero: AERO, latitude: 47, longitude: 0, ...input }).findings.map((finding) => [
        finding.key,
        finding.verdict,
      ]),
    );
  it('it is not watched at longer log times: never good there', () => {
    const seldom = verdictsOf({ points: points.filter(({ time }) => time % (DAY / 4) === 0) });
    for (const row of Object.values(FAULT_ROWS))
      if (row.watchedUpTo !== null)
        for (const key of Object.keys(row.findings) as FindingKey[])
          expect(seldom.get(key), row.key).toMatch(/not_watched|unknown/);
  });
});
