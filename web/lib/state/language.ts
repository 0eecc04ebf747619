import { type Language, languageFrom } from '@aerowatch/domain/languages';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '../session/storage.ts';

const KEY = 'language';
const slice = createSlice({
  name: 'language',
  initialState: (): Language => languageFrom(storage.get(KEY)),
  reducers: { languageChanged: (_state, { payload }: PayloadAction<Language>) => payload },
});
export const { languageChanged } = slice.actions;
export const language = slice.reducer;
export function keepLanguage(value: Language): void {
  storage.set(KEY, value);
}
