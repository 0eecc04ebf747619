/**
 * Header of an answer with a new token for the session, after a confirmation. Once the new token is used the
 * old one counts as unconfirmed and expires in thirty seconds; a program that never uses it keeps the old
 * one.
 */
export const RENEWED_TOKEN = 'x-session-token';
