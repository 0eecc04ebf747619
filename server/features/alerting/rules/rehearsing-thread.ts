/**
 * Rehearses supervisors in a separate thread, with its own connections: there are millions of judgements, and
 * much data to read.
 */
import { connect } from '../../../platform/database/connection/connect.ts';
import { ApiError, BadRequest } from '../../../platform/errors.ts';
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
    if (!(error instanceof ApiError)) throw error;
    return { refused: refusedBy(error) };
  } finally {
    await close();
  }
});

const refusedBy = (error: ApiError): RehearsalRefusal =>
  error instanceof BadRequest
    ? { fields: error.fields }
    : { status: error.status, code: error.code, detail: error.detail, headers: error.headers };
