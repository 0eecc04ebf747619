import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { noteDrawn } from '../arrival.ts';
import { ArrivalBar } from '../arrival-bar.tsx';
import { Dialogs } from '../dialogs/lazy-dialogs.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Around every route: dialogs that any screen may open, the outermost error boundary. */
export function RootLayout() {
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
