import {
  type Silence,
  silencesCreate,
  silencesEnd,
  silencesGet,
  silencesList,
  silencesPatch,
} from '@aerowatch/contracts/api/silences';
import type { MakeModule } from '../../../parts.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { changeRoute, route } from '../../../platform/http/route.ts';
import { changeSilence, createSilence, endSilence, endSilences } from './service.ts';
import { listSilences, type SilenceRow, silenceById, silencesByIds } from './store.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;
const present = (row: SilenceRow, now: number): Silence => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  client: row.client_id,
  boxes: row.boxes,
  tag: row.tag_id,
  line: row.line,
  from_km: row.from_km,
  to_km: row.to_km,
  track: row.track,
  covered: row.covered,
  from: row.starts_at.toISOString(),
  to: row.ends_at.toISOString(),
  rrule: row.rrule,
  time_zone: row.time_zone,
  reason: row.reason,
  user: row.user_id,
  user_name: row.user_name,
  ended_at: iso(row.ended_at),
  active: row.window_from !== null && row.window_from.getTime() <= now,
  window_from: iso(row.window_from),
  window_to: iso(row.window_to),
  times_left: row.times_left,
  last_to: iso(row.last_to),
  next: row.next.map(({ from, to }) => ({ from: iso(new Date(from))!, to: iso(new Date(to))! })),
  alerts: row.alerts,
});

/** Periods in which nobody is notified of alerts: work on a line, a visit, a box known to be broken. */
export const silencesModule: MakeModule = ({ db, clock, events, jobs }) => {
  events.registerLoader('silences', async (viewer, ids) =>
    (await silencesByIds(db, viewer, ids)).map((row) => present(row, clock.now())),
  );
  return {
    name: 'silences',
    routes: [
      listRoute(db, silencesList, listSilences, (row) => present(row, clock.now())),
      route(silencesGet, async ({ viewer, params }) =>
        present(await silenceById(db, viewer, params.id), clock.now()),
      ),
      changeRoute(db, silencesCreate, async (trx, { viewer, body }) =>
        present(await createSilence(trx, viewer, body, clock.now()), clock.now()),
      ),
      changeRoute(db, silencesPatch, async (trx, { viewer, params, body }) =>
        present(await changeSilence(trx, viewer, params.id, body, clock.now()), clock.now()),
      ),
      changeRoute(db, silencesEnd, async (trx, { viewer, params }) =>
        present(await endSilence(trx, viewer, params.id, clock.date()), clock.now()),
      ),
    ],
    worker: () =>
      jobs.loop({ name: 'ending silences', everyMs: 10_000, run: () => endSilences(db, clock.now()) }),
  };
};
