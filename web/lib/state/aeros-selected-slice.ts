import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from './authentication.ts';

/** AEROs chosen for visualization (ids). */
const slice = createSlice({
  name: 'aerosSelected',
  initialState: [] as number[],
  reducers: { aerosChosen: (_state, { payload }: PayloadAction<readonly number[]>) => [...payload] },
  extraReducers: (build) => build.addCase(signedOut, () => []),
});
export const { aerosChosen } = slice.actions;
export const aerosSelected = slice.reducer;
