import { MARKS } from '@aerowatch/domain/faults/vocabulary';
import { describe, expect, it } from 'vitest';
import { curveWords, type MarkedFinding } from './finding-curve.ts';
import { type FindingFormats, textSayer } from './finding-words.ts';
import { SERVED } from './languages.ts';

const formats = {
  number: (value: number) => String(value),
  percent: (share: number) => `${100 * share} %`,
  quantity: (quantity: string, value: number) => `${value} ${quantity}`,
  unit: String,
  date: (time: number) => new Date(time).toISOString().slice(0, 10),
} as FindingFormats;
const inEnglish = curveWords(textSayer(SERVED.en.diagnostics), formats);
const inFrench = curveWords(textSayer(SERVED.fr.diagnostics), formats);
const day = (of: number) => Date.UTC(2026, 8, of);
const finding = (marks: object[], more: object = {}): MarkedFinding =>
  ({ noticed: null, evidence: { marks, levels: [], series: null, ...more } }) as MarkedFinding;

describe('what stands on the curve of a finding', () => {
  it('has its moment with its date in both languages, from the API and from the database', () => {
    const stored = inEnglish.marks(finding([{ at: day(3), code: 'since' }]));
    expect(stored).toMatchObject([{ at: day(3), text: 'Since 2026-09-03', name: 'Since then' }]);
    const answered = finding([{ at: new Date(day(3)).toISOString(), code: 'jump' }]);
    expect(inFrench.marks(answered)).toMatchObject([{ at: day(3), text: 'Saut du 2026-09-03' }]);
  });

  it('says when it was noticed where nothing says since when', () => {
    const noticed = { ...finding([]), noticed: day(8) };
    expect(inEnglish.marks(noticed)).toMatchObject([{ at: day(8), text: 'Noticed 2026-09-08' }]);
    expect(inEnglish.marks({ ...noticed, evidence: null })).toHaveLength(1);
    expect(inEnglish.marks({ ...finding([{ at: day(3), code: 'since' }]), noticed: day(8) })).toHaveLength(1);
    expect(inEnglish.marks(finding([]))).toEqual([]);
  });

  it('names outliers once, beside the newest', () => {
    const marks = inFrench.marks(finding([3, 4, 9].map((of) => ({ at: day(of), code: 'outlier' }))));
    expect(marks.map(({ text }) => text)).toEqual([null, null, '3 mesures isolées']);
    expect(inEnglish.marks(finding([{ at: day(9), code: 'outlier' }]))[0]?.text).toBe(
      'Outlier on 2026-09-09',
    );
  });

  it('differs by the line of each kind: paper may be grey', () => {
    const all = MARKS.map((code, at) => inEnglish.marks(finding([{ at, code }]))[0]);
    const noticed = inEnglish.marks({ noticed: 1, evidence: null })[0];
    const lines = [...all, noticed].map((mark) => JSON.stringify(mark?.dash));
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('has levels with their value, of a metric or of its own series', () => {
    const levels = [
      { metric: 'pressure', value: 120, code: 'pressure_min' },
      { metric: null, value: 5, code: 'limit' },
    ];
    expect(inEnglish.levels(finding([], { levels, series: { unit: '%' } }))).toEqual([
      { metric: 'pressure', value: 120, text: 'Pressure minimum: 120 pressure' },
      { metric: null, value: 5, text: 'Limit: 5\u00a0%' },
    ]);
    expect(inEnglish.levels({ noticed: null, evidence: null })).toEqual([]);
  });
});
