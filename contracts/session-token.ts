/**
 * Header of an answer with a new token of the session: somebody proved again to be there. Once it is used the
 * token before proves nothing more, and ends in thirty seconds; a program that never uses it keeps its own.
 */
export const RENEWED_TOKEN = 'x-session-token';
