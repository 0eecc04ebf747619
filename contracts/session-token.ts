/**
 * Header of an answer with a new token for the session, after a confirmation. Only the new token is
 * confirmed. The old one stays valid for everything else until the new one is used, and expires thirty
 * seconds after that.
 */
export const RENEWED_TOKEN = 'x-session-token';
