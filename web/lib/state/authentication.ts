import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { formatConnexionDate } from '../session/session-date.ts';
import { storage } from '../session/storage.ts';

export interface AuthenticationState {
  isAuthenticated: boolean;
  token: string;
  /** Incremented at each sign-in, but not when a session only gets a new token. */
  signIns: number;
}
export const STORAGE_KEYS = {
  isAuthenticated: 'isAuthenticated',
  token: 'token',
  profile: 'profile',
  connexionDate: 'connexionDate',
} as const;

function stored(): AuthenticationState {
  const token = storage.get(STORAGE_KEYS.token) ?? '';
  const isAuthenticated = storage.get(STORAGE_KEYS.isAuthenticated) === 'true' && token !== '';
  return { isAuthenticated, token: isAuthenticated ? token : '', signIns: 0 };
}

const slice = createSlice({
  name: 'authentication',
  initialState: stored,
  reducers: {
    signedIn: ({ signIns }, { payload }: PayloadAction<{ token: string }>) => ({
      isAuthenticated: true,
      token: payload.token,
      signIns: signIns + 1,
    }),
    /** The session continues with a new token. */
    renewed: (state, { payload }: PayloadAction<{ token: string }>) => ({ ...state, token: payload.token }),
    signedOut: ({ signIns }) => ({ isAuthenticated: false, token: '', signIns }),
  },
});
export const { signedIn, renewed, signedOut } = slice.actions;
export const authentication = slice.reducer;

/** Writes the customer's keys after sign-in. */
export function keepSession(token: string, now: number): void {
  storage.set(STORAGE_KEYS.isAuthenticated, 'true');
  storage.set(STORAGE_KEYS.token, token);
  storage.set(STORAGE_KEYS.connexionDate, formatConnexionDate(now));
}
/** Clears token, profile and connection date; isAuthenticated stays as "false" (section 4, Logout). */
export function forgetSession(): void {
  storage.set(STORAGE_KEYS.isAuthenticated, 'false');
  storage.remove(STORAGE_KEYS.token);
  storage.remove(STORAGE_KEYS.profile);
  storage.remove(STORAGE_KEYS.connexionDate);
}
