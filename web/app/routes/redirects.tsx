import { Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** A signed-in address without a session: to /login, and back there afterwards. */
export function ToLogin() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={paths.login()} replace state={{ from: pathname + search + hash }} />;
}

/** A visitor's address with a session: where the reader came from, or the dashboard. */
export function AfterSignIn() {
  const from: unknown = (useLocation().state as { from?: unknown } | null)?.from;
  const own = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//');
  return <Navigate to={own ? from : paths.dashboard()} replace />;
}
