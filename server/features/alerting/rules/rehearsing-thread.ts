/**
 * Rehearses supervisors in a separate thread, with its own connections: there are millions of judgements, and
 * much data to read.
 */
import { connect } from '../../../platform/database/connection/connect.ts';
import { isDatabaseAway, requestFault } from '../../../platform/database/errors.ts';
import { ApiError, BadRequest, Unavailable } from '../../../platform/errors.ts';
import { threadAnswers } from '../../../platform/load/thread-answers.ts';
import { makeLog } from '../../../platform/log/log.ts';
import { rehearseSupervisor } from './rehearsal.ts';
import type { RehearsalAnswer, RehearsalQuestion, RehearsalRefusal } from './rehearsal-threads.ts';

const log = makeLog('error');

threadAnswers(async ({ url, viewer, body }: RehearsalQuestion): Promise<RehearsalAnswer> => {
  // Opened for each rehearsal, so that none stays open when unused.
  const { db, close } = connect(url, log, { max: 1, name: 'aerowatch rehearsal' });
  try {
    return { json: JSON.stringify(await rehearseSupervisor(db, viewer, body)) };
  } catch (error) {
    // Only texts pass from thread to thread: outside nobody could tell a lost race or an absent database by its code.
    const known = error instanceof ApiError ? error : databaseFault(error);
    if (known === undefined) throw error;
    return { refused: refusedBy(known) };
  } finally {
    await close();
  }
});

const databaseFault = (error: unknown): ApiError | undefined =>
  isDatabaseAway(error) ? new Unavailable(5) : requestFault(error);

const refusedBy = (error: ApiError): RehearsalRefusal =>
  error instanceof BadRequest
    ? { fields: error.fields }
    : { status: error.status, code: error.code, detail: error.detail, headers: error.headers };
