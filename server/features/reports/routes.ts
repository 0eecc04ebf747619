import { Readable } from 'node:stream';
import { reportsMonthly, reportsSubscribe, reportsSubscriptions } from '@aerowatch/contracts/api/reports';
import { monthBefore, monthOf, monthSpan } from '@aerowatch/domain/report/month';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { BadRequest } from '../../platform/errors.ts';
import { changeRoute, goneOf, type Route, route, stream } from '../../platform/http/route.ts';
import { nameOf, userOf } from '../../platform/viewer.ts';
import { chosenClient } from '../clients/choose.ts';
import { clientById, clientsByIds } from '../clients/store.ts';
import { aboutUser } from '../users/about.ts';
import { reportName, writeReport } from './report.ts';
import { subscribe, subscriptionsOf } from './store-subscriptions.ts';
import { reportWords } from './words.ts';

export const reportRoutes = (parts: Parts): Route[] => [
  route(reportsMonthly, async ({ viewer, query, language, reply }) => {
    const { db, clock, config } = parts;
    const now = clock.now();
    const own = viewer.kind === 'user' ? viewer : { unitSystem: 'metric' as const, timeZone: 'UTC' };
    const reading = {
      language: query.language ?? language,
      unitSystem: query.unit_system ?? own.unitSystem,
      timeZone: query.time_zone ?? own.timeZone,
    };
    const client = await chosenClient(db, viewer, query.client);
    const month = query.month ?? monthBefore(monthOf(now, reading.timeZone));
    if (monthSpan(month, reading.timeZone).from > now) throw new BadRequest({ month: ['month_ahead'] });
    const { name } = await clientById(db, viewer, client);
    const end = await parts.exports.take(nameOf(viewer), goneOf(reply));
    const made = {
      db,
      title: config.title,
      weatherSource: config.weatherAttribution,
      now,
      giveWay: parts.load.giveWay,
    };
    const pieces = writeReport(made, { viewer, client, month, ...reading });
    const file = Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 18 });
    // Whether it was read to its end or not, the next one begins.
    file.once('close', end);
    return stream(file, { type: 'application/pdf', filename: reportName(reportWords(reading), name, month) });
  }),
  route(reportsSubscriptions, async ({ viewer }) => ({
    clients: await subscriptionsOf(parts.db, userOf(viewer)),
  })),
  changeRoute(parts.db, reportsSubscribe, async (trx, { viewer, body }) => {
    const user = userOf(viewer);
    const before = await subscriptionsOf(trx, user);
    const seen = new Set((await clientsByIds(trx, viewer, [0, ...body.clients])).map(({ id }) => id));
    if (body.clients.some((id) => !seen.has(id))) throw new BadRequest({ clients: ['client_unknown'] });
    await subscribe(trx, user, body.clients, monthOf(parts.clock.now(), user.timeZone));
    const clients = await subscriptionsOf(trx, user);
    await recordAudit(trx, viewer, {
      ...aboutUser(user),
      action: 'update',
      before: { monthly_reports: before },
      after: { monthly_reports: clients },
    });
    return { clients };
  }),
];
