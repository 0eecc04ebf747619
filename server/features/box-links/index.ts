import {
  type BoxLink,
  boxLinksCreate,
  boxLinksDelete,
  boxLinksList,
  sharedBox,
} from '@aerowatch/contracts/api/box-links';
import { modelStroke } from '@aerowatch/domain/box/box-configuration';
import { DAY } from '@aerowatch/domain/durations';
import type { MakeModule, Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import type { Trx } from '../../platform/database/db.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { Answer, changeRoute, type Route, route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { guess } from '../credentials/guesses.ts';
import * as store from './store.ts';

const CURVE_DAYS = 7;
const MAX_LINKS = 20;

const presented = ({
  client_id: _c,
  serial_number: _s,
  box_id,
  user_id,
  ...row
}: store.LinkRow): BoxLink => ({
  ...row,
  box: box_id,
  user: user_id,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

async function written(
  trx: Trx,
  viewer: Viewer,
  action: 'create' | 'delete',
  row: store.LinkRow,
): Promise<void> {
  const { id, client_id: clientId, serial_number: name } = row;
  const logged = { box: row.box_id, name: row.name, expires_at: row.expires_at.toISOString() };
  const change = action === 'create' ? { after: logged } : { before: logged };
  await recordAudit(trx, viewer, { action, entity: 'box_links', id, name, clientId, ...change });
}

type SharedAero = Awaited<ReturnType<typeof store.sharedAerosOf>>[number];

function presentSharedAero({ id: _id, model_type, line, latest, hours, ...aero }: SharedAero) {
  return {
    ...aero,
    travel: modelStroke(model_type),
    latest: latest && { ...latest, time: new Date(latest.time).toISOString() },
    hours: hours.map((hour) => ({
      ...hour,
      at: new Date(hour.at).toISOString(),
      expected:
        line === null || hour.temperature === null
          ? null
          : line.level + line.slope * (hour.temperature - line.at),
    })),
  };
}

const boxLinkRoutes = ({ db, clock, config }: Parts): Route[] => [
  route(boxLinksList, async ({ viewer, params }) => {
    const box = await store.boxOf(db, viewer, params.id);
    return (await store.linksOf(db, viewer, box.id, clock.date())).map(presented);
  }),
  changeRoute(db, boxLinksCreate, async (trx, { viewer, params, body }) => {
    const box = await store.boxOf(trx, viewer, params.id);
    const now = clock.date();
    if ((await store.linksOf(trx, viewer, box.id, now)).length >= MAX_LINKS)
      throw new Conflict(`box_links_most|${MAX_LINKS}`);
    const secret = newSecret();
    const expiresAt = new Date(now.getTime() + body.days * DAY);
    const values = {
      box: box.id,
      client: box.client_id,
      name: body.name,
      hash: sha256(secret),
      now,
      expiresAt,
    };
    const row = await store.linkById(trx, viewer, await store.insertLink(trx, viewer, values));
    await written(trx, viewer, 'create', row);
    // In the fragment, so that no server, log or referrer ever sees it.
    return new Answer(
      { ...presented(row), url: `${config.publicUrl}/shared#${secret}` },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  }),
  changeRoute(db, boxLinksDelete, async (trx, { viewer, params }) => {
    const row = await store.linkById(trx, viewer, params.id);
    await store.revokeLink(trx, row.id, clock.date());
    await written(trx, viewer, 'delete', row);
    return undefined;
  }),
  route(sharedBox, async ({ body, address }) => {
    const now = clock.date();
    const link = await guess({ db, clock }, 'box_link', { address }, () =>
      store.useLink(db, sha256(body.token), now),
    );
    if (link === undefined) throw new NotFound('box_link_over');
    const from = new Date(now.getTime() - CURVE_DAYS * DAY);
    const [box, aeros, alerts] = await Promise.all([
      store.sharedBoxOf(db, link.box),
      store.sharedAerosOf(db, link.box, from, now),
      store.sharedAlertsOf(db, link.box),
    ]);
    return new Answer(
      {
        expires_at: link.expiresAt.toISOString(),
        box: { ...box, last_send: box.last_send?.toISOString() ?? null },
        aeros: aeros.map(presentSharedAero),
        alerts: alerts.map((alert) => ({ ...alert, opened_at: alert.opened_at.toISOString() })),
      },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  }),
];

/** Read-only links to one box for somebody without an account. */
export const boxLinksModule: MakeModule = (parts) => ({ name: 'box links', routes: boxLinkRoutes(parts) });
