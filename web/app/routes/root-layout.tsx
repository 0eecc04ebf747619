import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { noteDrawn } from '../arrival.ts';
import { ArrivalBar } from '../arrival-bar.tsx';
import { Dialogs } from '../dialogs/lazy-dialogs.tsx';
import { useTabTitle } from '../use-tab-title.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Around every route: dialogs that any screen may open, the tab title, the outermost error boundary. */
export function RootLayout() {
  useTabTitle();
  const { pathname } = useLocation();
  useEffect(() => noteDrawn(pathname), [pathname]);
  return (
    <ScreenBoundary resetKey={pathname}>
      <ArrivalBar />
      <Outlet />
      <Dialogs />
      <ScrollRestoration />
    </ScreenBoundary>
  );
}
