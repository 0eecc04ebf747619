import type { Db } from '../../platform/database/db.ts';
import type { UserViewer } from '../../platform/viewer.ts';

/** Everything stored about a user besides the profile, for the user alone (GDPR article 15). */
export async function dataAbout(db: Db, { id }: UserViewer): Promise<Record<string, unknown>> {
  const [sessions, notes, saved_views, acts, messages, alerts_seen, sami_changes, jobs] = await Promise.all([
    db.selectFrom('tokens').select(['created_at', 'expires_at']).where('user_id', '=', id).execute(),
    db
      .selectFrom('notes')
      .select(['id', 'box_id', 'aero_id', 'at', 'kind', 'text'])
      .where('user_id', '=', id)
      .execute(),
    db
      .selectFrom('saved_views')
      .select(['id', 'name', 'query', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
    db
      .selectFrom('audit_told')
      .select(['at', 'action', 'entity', 'entity_id', 'entity_name', 'changes', 'address', 'device'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('messages')
      .select(['created_at', 'channel', 'kind', 'recipient', 'subject', 'state', 'sent_at'])
      .where('user_id', '=', id)
      .execute(),
    db.selectFrom('alerts').select(['id', 'seen_at', 'comment']).where('seen_by', '=', id).execute(),
    db
      .selectFrom('sami_history')
      .select(['aero_id', 'from_level', 'to_level', 'at', 'reason'])
      .where('user_id', '=', id)
      .execute(),
    db.selectFrom('jobs').select(['id', 'kind', 'state', 'created_at']).where('user_id', '=', id).execute(),
  ]);
  return { sessions, notes, saved_views, acts, messages, alerts_seen, sami_changes, jobs };
}
