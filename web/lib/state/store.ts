import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { aerosSelected } from './aeros-selected-slice.ts';
import { authentication } from './authentication.ts';
import { box } from './box-slice.ts';
import { entities } from './entities-slice.ts';
import { language } from './language.ts';
import { preferences } from './preferences.ts';
import { profile } from './profile.ts';
import { theme } from './theme.ts';

/** The customer's slices by their names; the cache of other reads is added later (query-api.ts). */
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
