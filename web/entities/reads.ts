import { readApi } from '../lib/api/read.ts';
import { signedOut } from '../lib/state/authentication.ts';
import { middleware, reducer, store } from './store.ts';

/**
 * Joins the cache of reads to the store. Loaded with the shell only: the sign-in page reads nothing
 * through it. The cache belongs to whoever was signed in.
 */
reducer.inject({ reducerPath: readApi.reducerPath, reducer: readApi.reducer });
middleware.addMiddleware(readApi.middleware, ({ dispatch }) => (next) => (action) => {
  const result = next(action);
  if (signedOut.match(action)) dispatch(readApi.util.resetApiState());
  return result;
});

export { readApi, store };
