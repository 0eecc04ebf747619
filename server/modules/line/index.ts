import { lineHistory, lineShow } from '@aerowatch/contracts/api/line';
import type { MakeModule } from '../../parts.ts';
import { jsonText, route } from '../../platform/http/route.ts';
import { strokesOf } from './history.ts';
import { alongLines, linesOf } from './store.ts';

/** AEROs along their lines, and how they moved. */
export const lineModule: MakeModule = ({ db, clock }) => ({
  name: 'line',
  routes: [
    route(lineShow, async ({ viewer, query }) => {
      const [lines, aeros] = await Promise.all([
        linesOf(db, viewer, query.client),
        alongLines(db, viewer, query, clock.date()),
      ]);
      return jsonText(`{"lines":${JSON.stringify(lines)},"aeros":${aeros}}`);
    }),
    route(lineHistory, ({ viewer, query }) => strokesOf(db, viewer, query, clock.now())),
  ],
});
