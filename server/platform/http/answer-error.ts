import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, requestFault } from '../database/errors.ts';
import { ApiError, BadRequest, type FieldErrors, NotFound, PayloadTooLarge, Unavailable } from '../errors.ts';
import type { Language } from '../viewer.ts';
import { USUAL_BOUNDS } from './requests/body-bounds.ts';
import { languageOf } from './requests/language.ts';
import { refusedInputTeller } from './requests/refused-input.ts';

/** Maximum number of fields in a refusal: a person cannot read more. */
const MAX_FIELDS = 200;
const LONGEST_FIELD = 100;

const tellRefusedInput = refusedInputTeller();

/**
 * Turns any failure into an answer: our errors unchanged, the framework's translated, all else a bare 500.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(error, request.routeOptions.bodyLimit ?? USUAL_BOUNDS.bytes);
  if (known instanceof BadRequest) tellRefusedInput(request, known.fields);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  const language = languageOf(request.headers['accept-language'], request.viewer);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  // Headers of the answer that failed (a file name, a type) must not apply to its error.
  for (const name of ['content-disposition', 'content-length', 'content-encoding', 'etag'])
    reply.removeHeader(name);
  return reply
    .code(known.status)
    .headers(known.headers)
    .type('application/json; charset=utf-8')
    .send(answerBody(known, language, request.id));
}

/** The body of a refusal: messages by field or one sentence, with a stable code and the request id. */
export function answerBody(error: ApiError, language: Language, requestId: string): unknown {
  const reference = { code: error.code, request_id: requestId };
  // A field with one of these names keeps its messages, because the caller needs them.
  if (error instanceof BadRequest)
    return { ...reference, ...translateFields(error.fields, language, { left: MAX_FIELDS }) };
  return { detail: translateMessage(error.detail, language), ...reference };
}

function translateFields(fields: FieldErrors, language: Language, room: { left: number }): FieldErrors {
  const said: [string, string[] | FieldErrors][] = [];
  for (const [field, messages] of Object.entries(fields)) {
    if (room.left <= 0) break;
    room.left -= 1;
    said.push([
      field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD)}…` : field,
      Array.isArray(messages)
        ? messages.slice(0, 10).map((message) => translateMessage(message, language))
        : translateFields(messages, language, room),
    ]);
  }
  return Object.fromEntries(said);
}

/** Any failure as one of ours: the framework's, the database's, and a bare 500 for all else. */
export function asApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) return new Unavailable(5);
  const fault = requestFault(error);
  if (fault !== undefined) return fault;
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PayloadTooLarge(`payload_too_large|${bodyLimit}`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError(415, 'unsupported_media_type');
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new BadRequest('not_json');
  // The file server answers 403 to a path with dots or double slashes; this is not about rights.
  if (statusCode === 403) return new NotFound();
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return statusCode === 400 ? new BadRequest('bad_request') : new ApiError(statusCode, 'bad_request');
  return new ApiError(500, 'internal');
}
