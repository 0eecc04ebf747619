import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { authentication } from '../lib/state/authentication.ts';
import { language } from '../lib/state/language.ts';
import { preferences } from '../lib/state/preferences.ts';
import { profile } from '../lib/state/profile.ts';
import { theme } from '../lib/state/theme.ts';
import { aerosSelected } from './aeros-selected-slice.ts';
import { box } from './box-slice.ts';
import { entities } from './entities-slice.ts';

/** The customer's slices by their names; the cache of other reads is added later (reads.ts). */
export const reducer = combineSlices({
  aerosSelected,
  authentication,
  box,
  entities,
  language,
  preferences,
  profile,
  theme,
});
export const middleware = createDynamicMiddleware();
export const store = configureStore({
  reducer,
  // These checks would walk ten thousand boxes at every action, in development too.
  middleware: (getDefault) =>
    getDefault({ serializableCheck: false, immutableCheck: false }).concat(middleware.middleware),
});
export type State = ReturnType<typeof store.getState>;
export type Dispatch = typeof store.dispatch;
export const useAppDispatch = useDispatch.withTypes<Dispatch>();
export const useAppSelector = useSelector.withTypes<State>();
