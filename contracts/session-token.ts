/**
 * Header of an answer with the token that the session has from now on: somebody proved again to be there.
 * The token before proves nothing, and ends thirty seconds after the new one was first used.
 */
export const RENEWED_TOKEN = 'x-session-token';
