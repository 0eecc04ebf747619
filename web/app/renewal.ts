import { storage } from '../lib/session/storage.ts';
import { renewed, STORAGE_KEYS } from '../lib/state/authentication.ts';
import { store } from '../lib/state/store.ts';

/**
 * Stores the new token that a call returns after a confirmation, but only for the sign-in that sent the call:
 * an answer that arrives after signing out must not restore the session.
 */
export function renewal(): (token: string) => void {
  const { signIns } = store.getState().authentication;
  return (token) => {
    const now = store.getState().authentication;
    if (!now.isAuthenticated || now.signIns !== signIns) return;
    storage.set(STORAGE_KEYS.token, token);
    store.dispatch(renewed({ token }));
  };
}
