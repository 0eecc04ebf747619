import type { PeaksAnswer } from '@aerowatch/contracts/api/forecast';
import { useMemo } from 'react';
import { type Peak, peaksOf } from '../../entities/forecast/peak.ts';
import { useRiskFrom } from '../../entities/forecast/use-chance-look.ts';
import { usePeaks } from '../../entities/forecast/use-forecast.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';

type DayOfAero = Answer<'forecastList'>['results'][number];

/** An AERO's week: its chance on each day, the expected stroke, and the first day at risk. */
export interface WeekRow extends Peak {
  readonly days: readonly {
    readonly day: string;
    readonly chance: number | null;
    /** Lowest and highest stroke (medians), mm; null if not loaded or unknown. */
    readonly stroke: readonly [low: number, high: number] | null;
  }[];
  /** Its highest chance reaches the threshold of its client. */
  readonly isRisky: boolean;
  readonly first: string | null;
  readonly basis: DayOfAero['basis'] | undefined;
}

/**
 * AEROs whose strokes are loaded with the chances, those with the highest first: as many as one page of
 * answers holds.
 */
const WITH_STROKES = 120;

/** The week of every AERO, and the loading state. */
export function useWeekRows() {
  const read = usePeaks();
  const from = useRiskFrom();
  const boxes = useTable('boxes');
  const peaks = useMemo(() => (read.data === undefined ? [] : peaksOf(read.data)), [read.data]);
  const aeros = useMemo(
    () =>
      peaks
        .toSorted((a, b) => (b.chance ?? -1) - (a.chance ?? -1))
        .slice(0, WITH_STROKES)
        .map(({ aero }) => aero),
    [peaks],
  );
  const strokes = useQuery(
    'forecastList',
    { query: { aero: aeros, ordering: 'day', page_size: 1000 } },
    { skip: aeros.length === 0 },
  ).data?.results;
  const rows = useMemo(
    () =>
      read.data === undefined
        ? []
        : rowsOf(read.data, peaks, strokes ?? [], (box) => from(boxes[box]?.client)),
    [read.data, peaks, strokes, from, boxes],
  );
  return { read, rows, from: read.data?.at_risk_from ?? 0, days: read.data?.days ?? [] };
}

function rowsOf(
  answer: PeaksAnswer,
  peaks: readonly Peak[],
  strokes: readonly DayOfAero[],
  riskOf: (box: number) => number,
): WeekRow[] {
  const known = new Map(strokes.map((row) => [`${row.aero} ${row.day}`, row]));
  return peaks.map((peak, index) => {
    const days = answer.days.map((day, at) => {
      const stroke = known.get(`${peak.aero} ${day}`)?.stroke;
      return {
        day,
        chance: answer.chance[index]![at] ?? null,
        stroke: stroke ? ([stroke.min.p50, stroke.max.p50] as const) : null,
      };
    });
    const risk = riskOf(peak.box);
    return {
      ...peak,
      days,
      isRisky: (peak.chance ?? 0) >= risk,
      first: days.find(({ chance }) => (chance ?? 0) >= risk)?.day ?? null,
      basis: strokes.find(({ aero }) => aero === peak.aero)?.basis,
    };
  });
}
