import type { MakeModule } from '../../parts.ts';
import { languageOfViewer } from '../../twin/detail.ts';
import { presentBox } from './present.ts';
import { boxRoutes } from './routes.ts';
import { loadBoxes } from './store.ts';

/** Boxes: list, map, one box with its AEROs and twin, import and export, credentials. */
export const boxesModule: MakeModule = (parts) => {
  // Secrets stay masked in live events, whoever listens.
  parts.events.registerLoader('boxes', async (viewer, ids) => {
    const now = parts.clock.date();
    return (await loadBoxes(parts.db, viewer, ids, now)).map((box) =>
      presentBox(box, { vault: parts.vault, now, language: languageOfViewer(viewer) }),
    );
  });
  return { name: 'boxes', routes: boxRoutes(parts) };
};
