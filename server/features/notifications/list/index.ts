import type { MakeModule } from '../../../parts.ts';
import { may } from '../../../platform/viewer.ts';
import { notificationRoutes, presentNotification } from './routes.ts';
import { notificationsByIds } from './store.ts';

export const notificationsModule: MakeModule = (parts) => {
  // The outbox contains addresses of people, so its live events are for privileged users only.
  parts.events.registerLoader(
    'notifications',
    async (viewer, ids) => {
      if (!may(viewer, 'privileged')) return [];
      const language = viewer.kind === 'user' ? viewer.language : 'en';
      return (await notificationsByIds(parts.db, viewer, ids)).map((row) =>
        presentNotification(row, language),
      );
    },
    { perUser: true },
  );
  return { name: 'notifications', routes: notificationRoutes(parts) };
};
