import { Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** An address that needs a session, without one: to /login, and back there afterwards. */
export function ToLogin() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={paths.login()} replace state={{ from: pathname + search + hash }} />;
}

/** A visitor's address with a session: back to where the user came from, or to the dashboard. */
export function AfterSignIn() {
  const from: unknown = (useLocation().state as { from?: unknown } | null)?.from;
  const own = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//');
  return <Navigate to={own ? from : paths.dashboard()} replace />;
}
