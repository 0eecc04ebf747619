import {
  workOrdersAccept,
  workOrdersAssign,
  workOrdersConfirm,
  workOrdersDismiss,
  workOrdersHistory,
  workOrdersInbox,
  workOrdersJoin,
  workOrdersPlan,
} from '@aerowatch/contracts/api/inbox';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { MatterEvent } from '@aerowatch/domain/work/orders';
import type { Parts } from '../../../parts.ts';
import { transaction } from '../../../platform/database/db.ts';
import type { Call, Route } from '../../../platform/http/route.ts';
import { route } from '../../../platform/http/route.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { orderById } from '../store.ts';
import * as acts from './acts.ts';
import { presentMatter } from './present.ts';
import { historyOf, mattersByIds, readInbox } from './store-inbox.ts';

/** The user's day. */
export function dayFor(viewer: Viewer, at: Date): string {
  const timeZone = viewer.kind === 'user' ? viewer.timeZone : 'UTC';
  // The Swedish date format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}

type SomeCall = Pick<Call<AnyEndpoint>, 'viewer' | 'language'>;

export function matterRoutes(parts: Parts): Route[] {
  const { db, clock } = parts;
  /** An act in one transaction; returns the present state of all matters. */
  const acting = ({ viewer, language }: SomeCall, act: (acting: acts.Acting) => Promise<acts.Acted>) =>
    transaction(db, async (trx) => {
      const at = clock.date();
      const done = await act({ trx, tools: parts, viewer, act: { at, language } });
      const rows = await mattersByIds(trx, viewer, [...done.changed, ...done.unchanged]);
      return { ...done, results: rows.map((row) => presentMatter(row, language, dayFor(viewer, at))) };
    });
  return [
    route(workOrdersInbox, async ({ viewer, query, language }) => {
      const today = dayFor(viewer, clock.date());
      const { counts, count, next, rows } = await readInbox(db, viewer, query, today);
      return {
        counts,
        count,
        next_cursor: next,
        results: rows.map((row) => ({
          matter: presentMatter(row, language, today),
          group: row.size > 1 ? { count: row.size, ids: row.ids, line: row.line } : null,
        })),
      };
    }),
    route(workOrdersAccept, (call) => acting(call, (who) => acts.accept(who, call.body))),
    route(workOrdersDismiss, (call) => acting(call, (who) => acts.dismiss(who, call.body))),
    route(workOrdersAssign, (call) => acting(call, (who) => acts.assign(who, call.body))),
    route(workOrdersPlan, (call) => acting(call, (who) => acts.plan(who, call.body))),
    route(workOrdersJoin, (call) => acting(call, (who) => acts.join(who, call.body))),
    route(workOrdersConfirm, (call) => acting(call, (who) => acts.confirm(who, call.body))),
    route(workOrdersHistory, async ({ viewer, params }) => {
      await orderById(db, viewer, params.id);
      return (await historyOf(db, params.id)).map(({ at, type, user, user_name, detail }) => ({
        at: at.toISOString(),
        type: type as MatterEvent,
        user,
        user_name,
        detail: detail ?? {},
      }));
    }),
  ];
}
