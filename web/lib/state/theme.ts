import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../storage.ts';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
const slice = createSlice({
  name: 'theme',
  initialState: (): Theme => (storage.get(KEY) === 'dark' ? 'dark' : 'light'),
  reducers: { themeChanged: (_state, { payload }: PayloadAction<Theme>) => payload },
});
export const { themeChanged } = slice.actions;
export const theme = slice.reducer;
export function keepTheme(value: Theme): void {
  storage.set(KEY, value);
}
