import type { BoxChances, PeaksAnswer } from '@aerowatch/contracts/api/forecast';
import { DAY } from '@aerowatch/domain/durations';
import { temperaturesOf } from './present.ts';
import { type BoxChancesRow, daysOf } from './store-box-chances.ts';
import type { PeakDay, Peaks } from './store-peaks.ts';

/** The columns of the answer; only days with a forecast. `first` in days since 1970. */
export function presentPeaks(
  { peaks, days, leftOut }: { peaks: Peaks; days: readonly PeakDay[]; leftOut: number },
  first: number,
  risk: number,
): PeaksAnswer {
  const columns = days.map(({ day }) => peaks.chances[Date.parse(day) / DAY - first] ?? []);
  const sideOf = (row: number) => ((peaks.hot[row]! >> likeliest(peaks.chances, row)) & 1 ? 'hot' : 'cold');
  return {
    issued_at: peaks.issued_at?.toISOString() ?? null,
    at_risk_from: risk,
    days: days.map(({ day }) => day),
    temperature: days.map(({ min, max }) => temperaturesOf({ temperature_min: min, temperature_max: max })),
    left_out: leftOut,
    aero: peaks.aero,
    box: peaks.box,
    chance: peaks.aero.map((_, row) => columns.map((column) => shareOf(column[row]))),
    side: peaks.aero.map((_, row) => sideOf(row)),
    unavailable: peaks.unavailable,
    work_order: peaks.work_order,
  };
}

/** The columns of all boxes in the answer. */
export function presentBoxChances(row: BoxChancesRow, today: string, risk: number): BoxChances {
  const days = daysOf(row, today);
  const columns = days.map(({ ahead }) => row.chances[ahead]!);
  return {
    issued_at: row.issued_at?.toISOString() ?? null,
    at_risk_from: risk,
    days: days.map(({ day }) => day),
    temperature: days.map(({ min, max }) => temperaturesOf({ temperature_min: min, temperature_max: max })),
    box: row.box,
    chance: row.box.map((_, at) => columns.map((column) => shareOf(column[at]))),
    unavailable: row.unavailable,
  };
}

const shareOf = (thousandths: number | null | undefined) =>
  thousandths === null || thousandths === undefined ? null : thousandths / 1000;

/** The day (from the first on) of the largest chance of an AERO. */
function likeliest(chances: Peaks['chances'], row: number): number {
  let [day, most] = [0, -1];
  chances.forEach((column, ahead) => {
    const chance = column[row] ?? -1;
    if (chance > most) [day, most] = [ahead, chance];
  });
  return day;
}
