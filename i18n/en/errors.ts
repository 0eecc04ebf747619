/** Sentences of refusals that are not about a field, by code; parameters as in `validation`. */
export const errors = {
  unauthorized: 'Sign in to do this.',
  bad_token: 'The session has ended. Sign in again.',
  bad_key: 'The API key is not valid.',
  forbidden: "You don't have the necessary privileges to perform this action.",
  not_found: 'Not found.',
  method_not_allowed: 'This method is not allowed here.',
  conflict: 'This conflicts with what is stored.',
  precondition_failed: 'It was changed by somebody else in the meantime. Load it again.',
  payload_too_large: 'It is too large: at most {{0}} bytes are accepted.',
  unsupported_media_type: 'Send JSON, or multipart/form-data for files.',
  too_many_requests: 'Too many requests. Try again later.',
  unavailable: 'The service is not available at the moment. Try again in a few seconds.',
  internal: 'An error occurred. Please quote the request number.',
  bad_request: 'The request cannot be read.',
  timeout: 'The request took too long.',
  idempotency_key_reused: 'This Idempotency-Key was used with another request.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is not finished.',
  rehearsal_too_large: 'Too many measures for one rehearsal: choose fewer AEROs or a shorter time.',
  measures_too_large:
    'Data cannot be displayed. The size of the measurements over the chosen period exceeds the maximum size supported by the server.',
  export_too_large:
    'Data cannot be exported. The size of the measurements over the chosen period exceeds the maximum size supported by the server.',
  alerts_too_many: 'Too many alerts for one file: narrow the choice.',
} as const;
