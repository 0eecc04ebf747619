import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Dialogs } from './lazy-dialogs.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useTabTitle } from './use-tab-title.ts';

/** Around every route: dialogs that any screen may raise, the tab title, the last boundary. */
export function RootLayout() {
  useTabTitle();
  const { pathname } = useLocation();
  return (
    <ScreenBoundary resetKey={pathname}>
      <Outlet />
      <Dialogs />
      <ScrollRestoration />
    </ScreenBoundary>
  );
}
