import type { UnitSystem } from '@aerowatch/domain/units';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../session/storage.ts';

export interface PreferencesState {
  unitSystem: UnitSystem;
  /** IANA name, from the profile; the browser's before sign-in. */
  timeZone: string;
}
const KEY = 'unitSystem';

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
const slice = createSlice({
  name: 'preferences',
  initialState: (): PreferencesState => ({
    unitSystem: storage.get(KEY) === 'imperial' ? 'imperial' : 'metric',
    timeZone: browserTimeZone(),
  }),
  reducers: {
    preferencesChanged: (state, { payload }: PayloadAction<Partial<PreferencesState>>) => ({
      ...state,
      ...payload,
    }),
  },
});
export const { preferencesChanged } = slice.actions;
export const preferences = slice.reducer;
export function keepUnitSystem(value: UnitSystem): void {
  storage.set(KEY, value);
}
