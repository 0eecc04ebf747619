import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { meta, releaseNotes } from '@aerowatch/contracts/api/console';
import {
  CHANNEL_KEYS,
  type ChannelKey,
  type EnabledField,
  enabledField,
} from '@aerowatch/domain/notifications/channels';
import type { MakeModule } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';
import { ownRelease } from '../../platform/release.ts';
import { RELEASE_NOTES, releaseNote } from './release-note.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What the console shows before sign-in, and the release notes in both languages. */
export const metaModule: MakeModule = ({ config }) => {
  const { version, commit } = ownRelease();
  const build = buildOf(version);
  return {
    name: 'meta',
    routes: [
      route(meta, () => ({
        title: config.title,
        version,
        commit,
        map_style_url: config.mapStyleUrl,
        map_overlay_url: config.mapOverlayUrl,
        ...enabledChannels(config.channelsEnabled),
        sso: config.oidc === null ? null : { label: config.oidc.label },
        build,
      })),
      route(releaseNotes, ({ query, language: asked, viewer }) => {
        const language = query.language ?? asked;
        const level = viewer.kind === 'user' ? viewer.level : 'visitor';
        return { language, markdown: releaseNote(read(RELEASE_NOTES[language].file), language, level) };
      }),
    ],
  };
};

function enabledChannels(enabled: Readonly<Record<ChannelKey, boolean>>) {
  return Object.fromEntries(CHANNEL_KEYS.map((key) => [enabledField(key), enabled[key]])) as Record<
    EnabledField,
    boolean
  >;
}

/** Differs with every build of the console, so that an open page can detect a newer one. */
function buildOf(version: string): string {
  try {
    return createHash('sha256').update(read('web/dist/index.html')).digest('hex').slice(0, 12);
  } catch {
    return version;
  }
}
