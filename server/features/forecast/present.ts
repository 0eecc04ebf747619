import type { ForecastAnswer, SkillAnswer, StandsAnswer } from '@aerowatch/contracts/api/forecast';
import { isSilent } from '@aerowatch/domain/forecast/extremes';
import { brierSkill } from '@aerowatch/domain/forecast/learning/score';
import { marginTemperatures, standsAt } from '@aerowatch/domain/forecast/standing/standing';
import { travelOf } from '@aerowatch/domain/forecast/standing/travel';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import type { SkillRow } from './scores/store-skill.ts';
import type { ForecastRow } from './store-forecasts.ts';
import type { StandingRow } from './store-standings.ts';

const to = (decimals: number) => (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const [tenth, share, fine] = [to(1), to(3), to(5)];

const quantiles = <T extends { p05: number; p50: number; p95: number }>({ p05, p50, p95 }: T) => ({
  p05: tenth(p05),
  p50: tenth(p50),
  p95: tenth(p95),
});

/** Why an AERO has no expected position now; null where it has one. */
function reasonOf(row: StandingRow, now: number): Unavailable | null {
  if (row.newest === null) return 'no_data';
  if (row.unavailable !== null) return row.unavailable;
  if (isSilent(row.newest, now)) return 'silent';
  return row.standing === null ? 'too_few_days' : null;
}

export function presentStanding(row: StandingRow, temperature: number, now: number): StandsAnswer {
  const unavailable = reasonOf(row, now);
  if (unavailable !== null || row.standing === null)
    return {
      aero: row.aero,
      box: row.box,
      stroke: null,
      margin: null,
      stop: null,
      reaches: null,
      model: null,
      unavailable,
    };
  const travel = travelOf(row);
  const at = standsAt(row.standing, travel, temperature);
  const reaches = travel && marginTemperatures(row.standing, travel);
  return {
    aero: row.aero,
    box: row.box,
    stroke: quantiles(at.stroke),
    margin: at.margin === null ? null : share(at.margin),
    stop: at.stop === null ? null : share(at.stop),
    reaches: reaches && { hot: tenth(reaches.hot), cold: tenth(reaches.cold) },
    model: row.standing,
    unavailable: null,
  };
}

const pair = (hot: number | null, cold: number | null) =>
  hot === null || cold === null ? null : { hot: share(hot), cold: share(cold) };
const three = (p05: number | null, p50: number | null, p95: number | null) =>
  p05 === null || p50 === null || p95 === null ? null : quantiles({ p05, p50, p95 });

export function presentForecast(row: ForecastRow): ForecastAnswer {
  const min = three(row.low_p05, row.low_p50, row.low_p95);
  const max = three(row.high_p05, row.high_p50, row.high_p95);
  return {
    aero: row.aero,
    box: row.box,
    day: row.day,
    lead: row.lead,
    issued_at: row.issued_at.toISOString(),
    basis: row.basis,
    temperature: temperaturesOf(row),
    stroke: min && max && { min, max },
    margin: pair(row.margin_hot, row.margin_cold),
    stop: pair(row.stop_hot, row.stop_cold),
    change: changeOf(row),
    unavailable: row.unavailable,
  };
}

const changeOf = ({ changed_on, changed_by }: ForecastRow): ForecastAnswer['change'] =>
  changed_on === null || changed_by === null ? null : { day: changed_on, fault: changed_by };

export function temperaturesOf(row: {
  readonly temperature_min: number | null;
  readonly temperature_max: number | null;
}): { min: number; max: number } | null {
  const { temperature_min: min, temperature_max: max } = row;
  return min === null || max === null ? null : { min: tenth(min), max: tenth(max) };
}

export function presentSkill(row: SkillRow): SkillAnswer {
  const skill = brierSkill({ ...row, binHits: row.bin_hits });
  const per = (sum: number, of: number) => (of === 0 ? null : share(sum / of));
  return {
    lead: row.lead,
    basis: row.basis,
    n: row.n,
    inside: per(row.inside, row.n),
    width: row.n === 0 ? null : tenth(row.width / row.n),
    brier: row.judged === 0 ? null : fine(row.brier / row.judged),
    skill: skill === null ? null : share(skill),
    reliability: row.bin_n.map((n, i) => ({
      n,
      stated: per(row.bin_chance[i] ?? 0, n),
      happened: per(row.bin_hits[i] ?? 0, n),
    })),
  };
}
