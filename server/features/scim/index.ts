import type { MakeModule } from '../../parts.ts';
import { scimRoutes } from './routes.ts';
import { serveScim } from './serve.ts';
import { tokenRoutes } from './tokens.ts';

/** A directory creates, changes and deactivates people by SCIM 2.0 (RFC 7643, 7644). */
export const scimModule: MakeModule = (parts) => ({
  name: 'scim',
  routes: tokenRoutes(parts),
  plugin: async (app) => {
    await app.register(serveScim(parts, scimRoutes(parts)));
  },
});
