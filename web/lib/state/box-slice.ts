import type { Box } from '@aerowatch/contracts/api/boxes';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from './authentication.ts';

/** The displayed box as returned by its own route (with secrets in clear for users who may see them). */
const slice = createSlice({
  name: 'box',
  initialState: null as Box | null,
  reducers: { boxOpened: (_state, { payload }: PayloadAction<Box | null>) => payload },
  extraReducers: (build) => build.addCase(signedOut, () => null),
});
export const { boxOpened } = slice.actions;
export const box = slice.reducer;
