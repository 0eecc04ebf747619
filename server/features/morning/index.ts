import { type MorningRow, morning } from '@aerowatch/contracts/api/console';
import type { MakeModule } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';
import { makeShared } from '../../platform/load/shared.ts';
import { clientScope } from '../../platform/viewer.ts';
import { changesSince } from './store-changes.ts';
import { morningRows } from './store-morning.ts';
import { visitOf } from './store-visits.ts';

/** The dashboard's first questions: what needs attention today, and what changed since the last visit. */
export const morningModule: MakeModule = ({ db, clock }) => {
  const shared = makeShared<readonly MorningRow[]>();
  return {
    name: 'morning',
    routes: [
      route(morning, async ({ viewer, query }) => {
        const now = clock.date();
        const since = await visitOf(db, viewer, now);
        const [rows, changes] = await Promise.all([
          shared(JSON.stringify([clientScope(viewer), query.client]), () =>
            morningRows(db, viewer, query.client, now),
          ),
          changesSince(db, viewer, query.client, since, now),
        ]);
        return {
          count: rows.length,
          results: rows.slice(0, query.limit),
          changes: { since: since?.toISOString() ?? null, ...changes },
        };
      }),
    ],
  };
};
