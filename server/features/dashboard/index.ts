import { ATTENTION_REASONS, dashboard } from '@aerowatch/contracts/api/console';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { isMuted, SAMI_LEVELS } from '@aerowatch/domain/sami';
import type { MakeModule } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';
import { makeShared } from '../../platform/load/shared.ts';
import { clientScope } from '../../platform/viewer.ts';
import { makeEvolution } from './evolution.ts';
import { type AttentionRow, latestMeasure, readFigures } from './store.ts';

/** All figures of the dashboard in one answer. */
export const dashboardModule: MakeModule = ({ db, clock }) => {
  const evolution = makeEvolution(db);
  const shared = makeShared<ResponseOf<typeof dashboard>>();
  return {
    name: 'dashboard',
    routes: [
      route(dashboard, ({ viewer, query }) =>
        shared(JSON.stringify([clientScope(viewer), query]), async () => {
          const now = clock.date();
          const [figures, days, latest] = await Promise.all([
            readFigures(db, viewer, query.client, now),
            evolution(viewer, query.client, query.days, now.getTime()),
            latestMeasure(db, viewer, query.client),
          ]);
          const online = figures.status.online;
          return {
            ...figures,
            boxes_online: online,
            online_share: figures.boxes === 0 ? null : online / figures.boxes,
            evolution: days,
            latest:
              latest === undefined
                ? null
                : {
                    ...latest,
                    date: latest.date.toISOString(),
                    received_at: latest.received_at.toISOString(),
                  },
            attention: figures.attention.map(presentAttention),
          };
        }),
      ),
    ],
  };
};

function presentAttention({ rank, ...row }: AttentionRow) {
  const sami = SAMI_LEVELS[rank] ?? 'satisfactory';
  const is = { unsatisfactory: rank === 3, silent: row.status === 'silent', alerting: row.open_alerts > 0 };
  return {
    ...row,
    sami,
    last_send: row.last_send === null ? null : new Date(row.last_send).toISOString(),
    reasons: ATTENTION_REASONS.filter((reason) => is[reason]),
    muted: isMuted(sami),
  };
}
