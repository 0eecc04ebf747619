/**
 * Inputs of an AERO's forecasts from its days: computed during the diagnosis, so that no measure is read
 * twice.
 */
import type { DiagnosedAero } from '@aerowatch/domain/faults/shared/context';
import type { Day } from '@aerowatch/domain/faults/shared/days/days';
import { type DayExtremes, extremesOf, logHours, solarOffset } from '@aerowatch/domain/forecast/extremes';
import { LITTLE_HISTORY } from '@aerowatch/domain/forecast/standing/line-prior';
import { type Standing, type StandingHour, standingOf } from '@aerowatch/domain/forecast/standing/standing';
import type { SunPlace } from '@aerowatch/domain/forecast/standing/warmth';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';

export interface ForecastInputs {
  /** mm/°C of a free ram; null without a length. */
  readonly theory: number | null;
  readonly line: Standing | Unavailable;
  /** The hours themselves if they are few: then the neighbours on the line count too. */
  readonly few: readonly StandingHour[] | null;
  readonly extremes: DayExtremes[];
  readonly logHours: number;
  readonly place: SunPlace;
}

/** Line, extremes and log time of the days of an AERO. */
export function forecastInputsOf(
  days: readonly Day[],
  known: DiagnosedAero,
  place: SunPlace,
): ForecastInputs {
  const hours = days.flatMap((day) => day.hours);
  const { regularized_length: length, conductor_type, expansion_coefficient } = known;
  const theory = length ? thermalSlope(length, expansionOf(conductor_type, expansion_coefficient)) : null;
  return {
    theory,
    line: standingOf(hours, theory, null, place),
    few: days.length < LITTLE_HISTORY ? hours : null,
    extremes: extremesOf(hours, solarOffset(place.longitude)),
    logHours: logHours(hours),
    place,
  };
}
