import {
  aerosAt,
  forecastBoxes,
  forecastList,
  forecastPeaks,
  forecastSkill,
  forecastWeek,
} from '@aerowatch/contracts/api/forecast';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { DAY } from '@aerowatch/domain/durations';
import { isProven } from '@aerowatch/domain/forecast/learning/proven';
import type { Parts } from '../../parts.ts';
import type { Db } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { type Answer, jsonText, type Route, route } from '../../platform/http/route.ts';
import { makeShared } from '../../platform/load/shared.ts';
import { clientScope, type Viewer } from '../../platform/viewer.ts';
import { presentForecast, presentSkill, presentStanding, temperaturesOf } from './present.ts';
import { presentBoxChances, presentPeaks } from './present-peaks.ts';
import { proofsOf, skillOf } from './scores/store-skill.ts';
import { boxChancesOf } from './store-box-chances.ts';
import { listForecasts } from './store-forecasts.ts';
import { peaksOf } from './store-peaks.ts';
import { standings } from './store-standings.ts';
import { type WeekRow, weekOf } from './weeks/store-week.ts';
import { lowestRisk } from './weeks/store-weeks.ts';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
/** Default number of days over which the skill is summed. */
const SKILL_DAYS = 365;

export const forecastRoutes = ({ db, clock }: Parts): Route[] => {
  const today = () => dayOf(clock.now());
  return [
    route(aerosAt, async ({ viewer, query }) => {
      const now = clock.now();
      const { rows, count } = await standings(db, viewer, query);
      const results = rows.map((row) => presentStanding(row, query.temperature, now));
      return { temperature: query.temperature, count, left_out: count - results.length, results };
    }),
    listRoute(db, forecastList, (...asked) => listForecasts(...asked, today()), presentForecast),
    ...weekRoutes(db, today),
    route(forecastSkill, async ({ viewer, query }) => {
      const to = query.to ?? today();
      const from = query.from ?? dayOf(Date.parse(to) - SKILL_DAYS * DAY);
      if (from > to) throw new BadRequest({ from: ['from_after_to'] });
      const asked = { client: query.client, from, to };
      const rows = await skillOf(db, viewer, asked);
      const proofs = await proofsOf(db, viewer, asked);
      const proven = proofs
        .filter(({ reached, ...sums }) => isProven({ ...sums, binHits: [reached] }))
        .map(({ client, basis }) => ({ client, basis }));
      return { from, to, results: rows.map(presentSkill), proven };
    }),
  ];
};

/** Answers over all AEROs of a viewer, computed once for all who ask at the same time. */
function weekRoutes(db: Db, today: () => string): Route[] {
  const shared = makeShared<Answer>();
  const once = (name: string, viewer: Viewer, query: object, make: (first: string) => Promise<object>) => {
    const first = today();
    return shared(JSON.stringify([name, clientScope(viewer), query, first]), async () =>
      jsonText(JSON.stringify(await make(first))),
    );
  };
  return [
    route(forecastWeek, ({ viewer, query }) =>
      once('week', viewer, query, async (first) =>
        presentWeek(await weekOf(db, viewer, query, first), await lowestRisk(db, viewer, query)),
      ),
    ),
    route(forecastPeaks, ({ viewer, query }) =>
      once('peaks', viewer, query, async (first) => {
        const risk = await lowestRisk(db, viewer, query);
        return presentPeaks(await peaksOf(db, viewer, query, first), Date.parse(first) / DAY, risk);
      }),
    ),
    route(forecastBoxes, ({ viewer, query }) =>
      once('boxes', viewer, query, async (first) => {
        const risk = await lowestRisk(db, viewer, query);
        return presentBoxChances(await boxChancesOf(db, viewer, query, first), first, risk);
      }),
    ),
  ];
}

function presentWeek(rows: readonly WeekRow[], risk: number): ResponseOf<typeof forecastWeek> {
  const newest = Math.max(...rows.map(({ issued_at }) => new Date(issued_at).getTime()));
  return {
    basis: rows[0]?.basis ?? null,
    issued_at: rows.length === 0 ? null : new Date(newest).toISOString(),
    at_risk_from: risk,
    days: rows.map(({ day, aeros, at_risk, unavailable, worst, ...row }) => ({
      day,
      temperature: temperaturesOf(row),
      aeros,
      at_risk,
      unavailable,
      worst: [...worst],
    })),
  };
}
