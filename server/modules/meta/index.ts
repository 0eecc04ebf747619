import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { meta, releaseNotes } from '@aerowatch/contracts/api/console';
import type { MakeModule } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const NOTES = { en: 'CHANGELOG.md', fr: 'CHANGELOG.fr.md' } as const;

/** What the console shows before anybody signs in, and the release note in both languages. */
export const metaModule: MakeModule = ({ config }) => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const build = buildOf(version);
  return {
    name: 'meta',
    routes: [
      route(meta, () => ({
        title: config.title,
        version,
        map_style_url: config.mapStyleUrl,
        map_overlay_url: config.mapOverlayUrl,
        email_enabled: config.smtpUrl !== null,
        sms_enabled: config.smsUrl !== null,
        build,
      })),
      route(releaseNotes, ({ query, language: asked }) => {
        const language = query.language ?? asked;
        return { language, markdown: read(NOTES[language]) };
      }),
    ],
  };
};

/** Differs with every build of the console, so that an open page can tell that a newer one is there. */
function buildOf(version: string): string {
  try {
    return createHash('sha256').update(read('web/dist/index.html')).digest('hex').slice(0, 12);
  } catch {
    return version;
  }
}
