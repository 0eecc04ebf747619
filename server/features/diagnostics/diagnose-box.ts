/** The diagnosis of a box as a pure computation without a database: it runs in a separate thread. */
import { placeExtremes } from '@aerowatch/domain/climate/place-extremes';
import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import { findingRow } from '@aerowatch/domain/faults/list';
import { type Diagnosis, diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import type { DiagnosedAero, Twin } from '@aerowatch/domain/faults/shared/context';
import { type Day, daysOfSamples } from '@aerowatch/domain/faults/shared/days/days';
import { type Samples, samplesBetween, withoutBefore } from '@aerowatch/domain/faults/shared/days/samples';
import { type Neighbour, neighbourDays } from '@aerowatch/domain/faults/shared/neighbours/neighbours';
import type { ConductorType } from '@aerowatch/domain/physics/expansion';
import { type ForecastInputs, forecastInputsOf } from '../forecast/scores/forecast-inputs.ts';
import { type ReadMeasures, unpackMeasures } from './read-measures.ts';
import type { DueAero, DueBox } from './store-due.ts';

/** Days a diagnosis looks back. */
export const DAYS = 90;

export interface BoxQuestion {
  readonly box: DueBox;
  readonly measures: ReadMeasures;
  /** Daily values of AEROs nearby. */
  readonly near: readonly Neighbour[];
}
export interface AeroAnswer {
  readonly id: number;
  readonly diagnosis: Diagnosis;
  readonly seen: ForecastInputs;
}

/** Diagnoses of the due AEROs of a box; both are always read, because each is the other's twin. */
export function diagnoseBox({ box, measures, near }: BoxQuestion): AeroAnswer[] {
  const read = unpackMeasures(measures);
  const sides: { aero: DueAero; days: Day[] }[] = box.aeros.map((aero) => ({
    aero,
    days: daysOfSamples(sinceBaseline(read.get(aero.id)!, aero)),
  }));
  const { cold, hot, source } = placeExtremes(box);
  const neighbours = neighbourDays(near);
  return sides.flatMap(({ aero, days }) => {
    if (!aero.due) return [];
    const other = sides.find((side) => side.aero.id !== aero.id);
    const twin: Twin | null = other
      ? { aero: knownOf(other.aero), days: other.days.filter(({ start }) => start <= aero.newest) }
      : null;
    const since = aero.newest - DAYS * DAY;
    const diagnosis = diagnoseDays({
      days: days.filter(({ start }) => start > since - DAY),
      aero: knownOf(aero),
      latitude: box.latitude,
      longitude: box.longitude,
      altitude: box.altitude,
      extremes: { cold, hot, source },
      twin,
      fellBack: aero === box.aeros[0] ? box.fellBack : null,
      repair: aero.repair,
      heard: { own: aero.newest, box: box.newest },
      neighbours,
      logTime: box.logTime,
      reported: (aero.reported ?? []).filter((finding) => stillHolds(finding, aero)),
    });
    return [
      {
        id: aero.id,
        diagnosis,
        seen: forecastInputsOf(days, knownOf(aero), { latitude: box.latitude, longitude: box.longitude }),
      },
    ];
  });
}

const sinceBaseline = (samples: Samples, { baseline, sensors }: DueAero) =>
  withoutBefore(samplesBetween(samples, baseline ?? 0, Number.POSITIVE_INFINITY), sensors ?? {});

/** Whether nothing that a finding was seen by has begun anew since it began. */
function stillHolds({ key, since, noticed }: Finding, { baseline, sensors }: DueAero): boolean {
  const needs = findingRow(key)?.rows.flatMap((row) => row.needs) ?? [];
  const begun = Math.max(baseline ?? 0, ...needs.map((metric) => sensors?.[metric] ?? 0));
  return (since ?? noticed ?? 0) >= begun;
}

const knownOf = (aero: DueAero): DiagnosedAero => ({
  ...aero,
  conductor_type: aero.conductor_type as ConductorType | null,
});
