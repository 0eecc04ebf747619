import { lineHistory, lineShow } from '@aerowatch/contracts/api/line';
import type { MakeModule } from '../../parts.ts';
import { makeKept } from '../../platform/events/kept.ts';
import { type Answer, jsonText, route } from '../../platform/http/route.ts';
import { clientScope } from '../../platform/viewer.ts';
import { strokesOf } from './history.ts';
import { alongLines, linesOf } from './store.ts';

/** AEROs along their lines, and how they moved. */
export const lineModule: MakeModule = (parts) => {
  const { db, clock } = parts;
  const kept = makeKept<Answer>(parts);
  return {
    name: 'line',
    routes: [
      route(lineShow, ({ viewer, query }) =>
        kept(JSON.stringify([clientScope(viewer), query]), async () => {
          const [lines, { aeros, leftOut }] = await Promise.all([
            linesOf(db, viewer, query.client),
            alongLines(db, viewer, query, clock.date()),
          ]);
          return jsonText(`{"lines":${JSON.stringify(lines)},"left_out":${leftOut},"aeros":${aeros}}`);
        }),
      ),
      route(lineHistory, ({ viewer, query }) => strokesOf(db, viewer, query, clock.now())),
    ],
  };
};
