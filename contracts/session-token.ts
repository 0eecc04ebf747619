/**
 * Header of an answer with a new token for the session, after a confirmation. Only the new token is confirmed.
 * The old one goes on for all else until the new one is used, and expires thirty seconds after that.
 */
export const RENEWED_TOKEN = 'x-session-token';
