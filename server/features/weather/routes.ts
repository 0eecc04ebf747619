import { readFile } from 'node:fs/promises';
import { weatherGet, weatherUpload } from '@aerowatch/contracts/api/weather';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { transaction } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { callerOf } from '../../platform/viewer.ts';
import { type EpisodeRow, recentEpisodes } from './store-episodes.ts';
import { lastReceipts, weatherState } from './store-weather.ts';
import { takeText } from './take.ts';

/** Number of receipts shown. */
const SHOWN = 20;
/** Days for which an ended episode is shown. */
const RECENT_DAYS = 30;

function wrongNow(episodes: readonly EpisodeRow[]) {
  const open = episodes.filter(({ until }) => until === null);
  if (open.length === 0) return null;
  const most = open.reduce((one, other) => (Math.abs(other.off) > Math.abs(one.off) ? other : one));
  return {
    places: open.length,
    left_out: open.filter(({ left_out }) => left_out).length,
    since: open.map(({ since }) => since).sort()[0]!,
    off: most.off,
  };
}

export const weatherRoutes = ({ db, clock, config }: Parts): Route[] => [
  route(weatherUpload, async ({ viewer, file }) => {
    if (file === undefined || file.size === 0) throw new BadRequest({ file: ['file_required'] });
    const text = await readFile(file.path, 'utf8');
    const taken = await transaction(db, async (trx) => {
      const found = await takeText(trx, { source: 'api', name: file.filename }, text, clock.now());
      if (found.issuedAt !== null)
        await recordAudit(trx, viewer, {
          action: 'import',
          entity: 'weather',
          id: null,
          name: file.filename.slice(0, 200),
          clientId: callerOf(viewer).clientId,
        });
      return found;
    });
    // The receipt of refused weather is stored too.
    if (taken.issuedAt === null) throw new BadRequest({ file: [...taken.problems] });
    const { points, hours, far } = taken;
    return { issued_at: new Date(taken.issuedAt).toISOString(), points, hours, far };
  }),
  route(weatherGet, async ({ viewer, language }) => {
    const admin = viewer.kind === 'user' && viewer.level === 'admin';
    const [state, receipts, episodes] = await Promise.all([
      weatherState(db),
      admin ? lastReceipts(db, SHOWN) : [],
      recentEpisodes(db, RECENT_DAYS),
    ]);
    return {
      sources: [
        ...(config.weatherUrl === null ? [] : (['service'] as const)),
        ...(config.weatherFolder === null ? [] : (['folder'] as const)),
        'api' as const,
      ],
      attribution: config.weatherAttribution,
      points: state.points,
      issued_at: state.issued_at?.toISOString() ?? null,
      until: state.until,
      wrong: wrongNow(episodes),
      episodes: admin ? episodes : [],
      boxes_without_place: admin ? state.boxes_without : null,
      receipts: receipts.map((row) => ({
        ...row,
        received_at: row.received_at.toISOString(),
        issued_at: row.issued_at?.toISOString() ?? null,
        problems: row.problems.map((problem) => translateMessage(problem, language)),
      })),
    };
  }),
];
