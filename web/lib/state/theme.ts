import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../session/storage.ts';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
/** The chosen theme; until one is chosen the system's, light by default. */
export function themeFrom(chosen: string | null, dark: boolean): Theme {
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return dark ? 'dark' : 'light';
}
const systemIsDark = (): boolean => globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
const slice = createSlice({
  name: 'theme',
  initialState: (): Theme => themeFrom(storage.get(KEY), systemIsDark()),
  reducers: { themeChanged: (_state, { payload }: PayloadAction<Theme>) => payload },
});
export const { themeChanged } = slice.actions;
export const theme = slice.reducer;
export function keepTheme(value: Theme): void {
  storage.set(KEY, value);
}
