/** What is drawn on a finding's curve, on screen and on paper: moments and levels, each with its words and its line. */

import type { LevelCode, MarkCode } from '@aerowatch/domain/faults/vocabulary';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import type { FindingFormats, Moment, Say } from './finding-words.ts';

/** What a curve is drawn from, as the API or the database holds it. */
export interface MarkedFinding {
  readonly noticed: Moment;
  readonly evidence: {
    readonly marks: readonly { readonly at: string | number; readonly code: MarkCode }[];
    readonly levels: readonly {
      readonly metric: MetricKey | null;
      readonly value: number;
      readonly code: LevelCode;
    }[];
    readonly series: { readonly unit: string | null } | null;
  } | null;
}
/** A moment of a curve. */
export interface CurveMark {
  readonly code: MarkCode | 'noticed';
  /** ms. */
  readonly at: number;
  readonly name: string;
  /** What stands beside its line; null where another of its kind says it for all. */
  readonly text: string | null;
  readonly dash: readonly number[];
}
/** A line across a curve. */
export interface CurveLevel {
  /** null: of the finding's own series. */
  readonly metric: MetricKey | null;
  /** In the metric unit of its metric or series. */
  readonly value: number;
  /** With the value, in the reader's units. */
  readonly text: string;
}

/** Dashes and spaces, in px or points: on grey paper kinds differ by their line; none is a solid one. */
const DASHES: Readonly<Record<CurveMark['code'], readonly number[]>> = {
  since: [2, 2],
  jump: [],
  outlier: [1, 3],
  work: [8, 3],
  reaches: [5, 3, 1, 3],
  noticed: [5, 2, 1, 2],
};

const ms = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

/** Says what stands on a finding's curve. */
export function curveWords(say: Say, formats: FindingFormats) {
  const valueText = (metric: MetricKey | null, unit: string | null | undefined, value: number): string => {
    if (metric !== null) return formats.quantity(METRICS[metric].quantity, value);
    return unit == null ? formats.percent(value) : `${formats.number(value, 0)}\u00a0${unit}`;
  };
  return {
    /** Its moments, in order; where none says since when, the moment at which it was first noticed. */
    marks({ evidence, noticed }: MarkedFinding): CurveMark[] {
      const known = (evidence?.marks ?? []).map(({ at, code }) => ({ at: ms(at), code }));
      if (known.length === 0 && noticed === null) return [];
      const marks: Pick<CurveMark, 'at' | 'code'>[] =
        known.length > 0 ? known : [{ at: ms(noticed!), code: 'noticed' }];
      const newest = new Map(marks.map(({ code, at }) => [code, at]));
      const outliers = marks.filter(({ code }) => code === 'outlier').length;
      return marks.map(({ at, code }) => {
        const text =
          code === 'outlier' && outliers > 1
            ? say('marked.outliers', { count: formats.number(outliers, 0) })
            : say(`marked.${code}`, { date: formats.date(at) });
        return {
          code,
          at,
          name: code === 'noticed' ? text : say(`mark.${code}`),
          text: newest.get(code) === at ? text : null,
          dash: DASHES[code],
        };
      });
    },
    /** Its levels: of a metric, or (null) of its series. */
    levels({ evidence }: MarkedFinding): CurveLevel[] {
      return (evidence?.levels ?? []).map(({ metric, value, code }) => ({
        metric,
        value,
        text: say('pair', {
          cause: say(`level.${code}`),
          why: valueText(metric, evidence?.series?.unit, value),
        }),
      }));
    },
  };
}
