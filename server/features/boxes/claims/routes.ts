import { boxesClaim, boxesClaimsImport, boxesWaiting } from '@aerowatch/contracts/api/box-claims';
import type { Parts } from '../../../parts.ts';
import { changeRoute, type Route, route } from '../../../platform/http/route.ts';
import { system, userOf } from '../../../platform/viewer.ts';
import { refuseTaken } from '../create.ts';
import { claimBox } from './claim.ts';
import { importClaims } from './import-claims.ts';
import { waitingBoxes } from './store-claims.ts';

export function claimRoutes(parts: Parts): Route[] {
  const { db } = parts;
  return [
    route(boxesClaimsImport, ({ viewer, file, language }) => importClaims(parts, viewer, file!, language)),
    // For administrators only, who see every box.
    route(boxesWaiting, async () => ({ results: await waitingBoxes(db, system) })),
    changeRoute(db, boxesClaim, (trx, { viewer, address, body }) =>
      refuseTaken(() => claimBox(trx, parts, { viewer: userOf(viewer), address }, body)),
    ),
  ];
}
