import type { User } from '@aerowatch/contracts/api/users';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../session/storage.ts';
import { STORAGE_KEYS, signedOut } from './authentication.ts';

export type ProfileState = User | null;

/** A corrupted profile counts as missing: it is read again from the server. */
function stored(): ProfileState {
  const value = storage.json(STORAGE_KEYS.profile);
  if (typeof value !== 'object' || value === null) return null;
  const profile = value as Partial<User>;
  return typeof profile.id === 'number' && Array.isArray(profile.groups) && typeof profile.email === 'string'
    ? (profile as User)
    : null;
}

const slice = createSlice({
  name: 'profile',
  initialState: stored as () => ProfileState,
  reducers: { profileChanged: (_state, { payload }: PayloadAction<User>): ProfileState => payload },
  extraReducers: (build) => build.addCase(signedOut, () => null),
});
export const { profileChanged } = slice.actions;
export const profile = slice.reducer;

export function keepProfile(value: User): void {
  storage.set(STORAGE_KEYS.profile, JSON.stringify(value));
}
