import type { MakeModule } from '../../parts.ts';
import { meRoutes } from './me/me-routes.ts';
import { pushRoutes } from './me/push.ts';
import { presentUser } from './present.ts';
import { userRoutes } from './routes.ts';
import { usersByIds } from './store.ts';

/** People: who may sign in, at which level, for which client; and what they may change themselves. */
export const usersModule: MakeModule = (parts) => {
  parts.events.registerLoader('users', async (viewer, ids) =>
    (await usersByIds(parts.db, viewer, ids)).map((row) => presentUser(parts.config, row)),
  );
  return { name: 'users', routes: [...userRoutes(parts), ...meRoutes(parts), ...pushRoutes(parts)] };
};
