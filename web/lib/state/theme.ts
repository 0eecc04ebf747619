import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../session/storage.ts';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
/** The chosen theme; light until one is chosen, whatever the system's (the customer's own rule). */
export const themeFrom = (chosen: string | null): Theme => (chosen === 'dark' ? 'dark' : 'light');
const slice = createSlice({
  name: 'theme',
  initialState: (): Theme => themeFrom(storage.get(KEY)),
  reducers: { themeChanged: (_state, { payload }: PayloadAction<Theme>) => payload },
});
export const { themeChanged } = slice.actions;
export const theme = slice.reducer;
export function keepTheme(value: Theme): void {
  storage.set(KEY, value);
}
