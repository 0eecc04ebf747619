import { lineHistory, lineShow } from '@aerowatch/contracts/api/line';
import type { MakeModule } from '../../parts.ts';
import { BadRequest } from '../../platform/errors.ts';
import { makeResponseCache } from '../../platform/events/response-cache.ts';
import { type Answer, jsonText, route } from '../../platform/http/route.ts';
import { clientScope } from '../../platform/viewer.ts';
import { strokesOf } from './history.ts';
import { alongLines, type LineQuery, linesOf } from './store.ts';

/** Refuses a range that ends before it begins. */
function ordered<T extends LineQuery>(asked: T): T {
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to)
    throw new BadRequest({ to: ['km_order'] });
  return asked;
}

/** AEROs along their lines, and how they moved. */
export const lineModule: MakeModule = (parts) => {
  const { db, clock } = parts;
  const kept = makeResponseCache<Answer>(parts);
  return {
    name: 'line',
    routes: [
      route(lineShow, ({ viewer, query }) =>
        kept(JSON.stringify([clientScope(viewer), ordered(query)]), async () => {
          const [lines, { aeros, leftOut }] = await Promise.all([
            linesOf(db, viewer, query.client),
            alongLines(db, viewer, query, clock.date(), query.limit),
          ]);
          return jsonText(`{"lines":${JSON.stringify(lines)},"left_out":${leftOut},"aeros":${aeros}}`);
        }),
      ),
      route(lineHistory, ({ viewer, query }) => strokesOf(db, viewer, ordered(query), clock.now())),
    ],
  };
};
