import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';

/** Commands still on their way. */
const open = sql`('asked', 'waiting')`;

/** One command per box: boxes without a pending command get one. Returns those newly asked. */
export async function askBoxes(
  trx: Trx,
  boxes: readonly { id: number; command: string }[],
  userId: number | null,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with wanted as (
      select b.id, x.command from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as x(id integer, command text)
      join boxes b on b.id = x.id and (b.refresh_state is null or b.refresh_state not in ${open})
    ), made as (
      insert into commands (id, box_id, command, user_id, created_at)
      select command, id, 'refresh', ${userId}::integer, ${at} from wanted
    )
    update boxes b set refresh_id = w.command, refresh_state = 'asked', refresh_asked_at = ${at}, refresh_detail = null
    from wanted w where b.id = w.id returning b.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface WaitingCommand {
  id: string;
  command: string;
}
interface Moved {
  id: number;
  client_id: number | null;
}

/**
 * Commands a box has not answered, oldest first; they count as sent now. `moved` is the box, if it changed.
 */
export async function takeCommands(
  trx: Trx,
  boxId: number,
  at: Date,
): Promise<{ commands: WaitingCommand[]; moved: Moved | undefined }> {
  // The box is locked before its commands everywhere, to avoid deadlocks.
  const box = await trx
    .selectFrom('boxes')
    .select(['id', 'client_id', 'refresh_state'])
    .where('id', '=', boxId)
    .forUpdate()
    .executeTakeFirst();
  if (box === undefined) return { commands: [], moved: undefined };
  const { rows } =
    await sql<WaitingCommand>`update commands set state = 'waiting', sent_at = coalesce(sent_at, ${at})
    where box_id = ${box.id} and state in ${open} returning id, command`.execute(trx);
  if (rows.length === 0 || box.refresh_state !== 'asked') return { commands: rows, moved: undefined };
  await trx.updateTable('boxes').set({ refresh_state: 'waiting' }).where('id', '=', box.id).execute();
  return { commands: rows, moved: box };
}

/** Whether the command belongs to this box. Only its first answer counts. */
export async function answerCommand(
  trx: Trx,
  boxId: number,
  answer: { id: string; state: 'done' | 'failed'; detail: string | null; at: Date },
): Promise<boolean> {
  await sql`select from boxes where id = ${boxId} for update`.execute(trx);
  const known = await sql`select from commands where id = ${answer.id} and box_id = ${boxId}`.execute(trx);
  if (known.rows.length === 0) return false;
  const done =
    await sql`update commands set state = ${answer.state}, detail = ${answer.detail}, answered_at = ${answer.at}
    where id = ${answer.id} and state in ${open} returning id`.execute(trx);
  if (done.rows.length > 0)
    await sql`update boxes set refresh_state = ${answer.state}, refresh_detail = ${answer.detail}
      where id = ${boxId} and refresh_id = ${answer.id}`.execute(trx);
  return true;
}

/** The box, locked by the caller, has reported: its pending commands are done. */
export async function endRefresh(trx: Trx, boxId: number, at: Date): Promise<void> {
  await sql`with ended as (
      update commands set state = 'done', answered_at = ${at} where box_id = ${boxId} and command = 'refresh' and state in ${open}
    ) update boxes set refresh_state = 'done', refresh_detail = null where id = ${boxId} and refresh_state in ${open}`.execute(
    trx,
  );
}

/**
 * Changes the state of the refreshes that `due` selects; a box locked by others is skipped until the next
 * turn.
 */
async function move(
  trx: Trx,
  due: RawBuilder<unknown>,
  state: string,
  detail: RawBuilder<unknown>,
  at: Date | null,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`with due as (
      select c.id as command, b.id, ${detail} as detail from commands c join boxes b on b.id = c.box_id
      where c.state in ${open} and ${due} for update of b skip locked
    ), moved as (
      update commands c set state = ${state}, detail = due.detail, answered_at = ${at}::timestamptz from due where c.id = due.command
    )
    update boxes b set refresh_state = ${state}, refresh_detail = due.detail from due
    where b.id = due.id and b.refresh_id = due.command returning b.id, b.client_id`.execute(trx);
  return rows;
}

/** Not answered at once: the box is asleep. */
export function markWaiting(trx: Trx, askedBefore: Date): Promise<Moved[]> {
  return move(
    trx,
    sql`c.state = 'asked' and c.created_at < ${askedBefore}`,
    'waiting',
    sql`null::text`,
    null,
  );
}

/** Measures that arrived after the command was sent answer it too. */
export function endByMeasures(trx: Trx, at: Date): Promise<Moved[]> {
  return move(trx, sql`c.sent_at is not null and b.last_send > c.sent_at`, 'done', sql`null::text`, at);
}

/** Nothing within three upload times and a grace period: failed, with the reason. */
export function failOverdue(trx: Trx, at: Date, graceMinutes: number): Promise<Moved[]> {
  const due = sql`c.created_at < ${at}::timestamptz - make_interval(mins => 3 * b.upload_time + ${graceMinutes}::integer)`;
  const why = sql`case when b.last_contact > c.created_at then 'no_answer' else 'no_contact' end`;
  return move(trx, due, 'failed', why, at);
}

export async function boxById(db: Db, id: number) {
  return db.selectFrom('boxes').selectAll().where('id', '=', id).executeTakeFirst();
}
