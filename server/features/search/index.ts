import { search } from '@aerowatch/contracts/api/console';
import type { MakeModule } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';
import { searchEverything } from './store.ts';

/** Nobody types more words than this into a palette; each costs a pass over the text. */
const MAX_WORDS = 8;

/** The command palette: one line of words finds boxes, poles, AEROs, people, rules, tags and clients. */
export const searchModule: MakeModule = ({ db }) => ({
  name: 'search',
  routes: [
    route(search, async ({ viewer, query, language }) => {
      const words = query.q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
      return { results: await searchEverything(db, viewer, { words, language, limit: query.limit }) };
    }),
  ],
});
