import type { MakeModule } from '../../parts.ts';
import { endOverlaps } from '../../platform/mqtt/store-credentials.ts';
import { forgetRefusals } from '../../platform/mqtt/store-refusals.ts';
import { languageOfViewer, system } from '../../platform/viewer.ts';
import { type BoxAccess, configurationRoutes } from '../twin/index.ts';
import { enterWaiting } from './claims/enter.ts';
import { expectedContact, presentBox } from './present.ts';
import { boxRoutes } from './routes.ts';
import { boxesForUpdate, loadBox, loadBoxes } from './store.ts';

/** Boxes: list, map, one box with its AEROs and twin, import and export, credentials. */
export const boxesModule: MakeModule = (parts) => {
  // Secrets stay masked in live events, whoever listens.
  parts.events.registerLoader('boxes', async (viewer, ids) => {
    const now = parts.clock.date();
    return (await loadBoxes(parts.db, viewer, ids, now)).map((box) =>
      presentBox(box, { vault: parts.vault, now, language: languageOfViewer(viewer) }),
    );
  });
  const access: BoxAccess = {
    lock: boxesForUpdate,
    present: async (db, viewer, id, how) => {
      const now = parts.clock.date();
      return presentBox(await loadBox(db, viewer, id, now), { vault: parts.vault, now, ...how });
    },
    expectedContact,
  };
  parts.broker.onClaim((claim) => enterWaiting(parts, claim));
  return {
    name: 'boxes',
    routes: [...boxRoutes(parts), ...configurationRoutes(parts, access)],
    // A box still connected with an expired password must reconnect with the new one.
    worker: () =>
      parts.jobs.loop({
        name: 'old box passwords',
        everyMs: 60_000,
        run: async () => {
          await endOverlaps(parts.db, system, parts.clock.date());
          await forgetRefusals(parts.db, system, parts.clock.date());
          return 0;
        },
      }),
  };
};
