import { paths } from '../../web/lib/paths.ts';
import { openContext } from '../browser.ts';
import type { Ground } from '../ground.ts';
import { load } from '../visit.ts';
import type { Desk } from './desk.ts';

/** A separate user on a page in a language: their changes do not affect others. */
export async function openDesk(
  ground: Ground,
  language: Desk['language'],
  phone = false,
): Promise<Desk & { close: () => Promise<void> }> {
  const { token } = await ground.stage.server.createUser({ level: 'admin' });
  const { body: user } = await ground.stage.server.api(token).patch('/me/', {
    language,
    time_zone: 'Europe/Paris',
    quiet_from: '20:00',
    quiet_to: '06:00',
  });
  const look = phone ? { width: 360, height: 740, phone } : {};
  const { context, page } = await openContext(
    ground.browser,
    ground.stage.server.url,
    { language, maps: false, ...look },
    { token, user },
  );
  // Leaving a form with typed input is intended here.
  page.on('dialog', (dialog) => void dialog.accept());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  return { page, language, ground, close: () => context.close() };
}
