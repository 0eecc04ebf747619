import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useMemo } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { useAppSelector } from '../entities/store.ts';
import { sessionLevel } from '../lib/state/session-state.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { TOAST_MS } from '../ui/toast.ts';
import { routesFor } from './routes.tsx';
import { Splash } from './splash.tsx';
import { tellSessionOver, useSession } from './use-session.ts';
import { useVersionWatch } from './use-version-watch.ts';

export function App({ sessionOver }: { sessionOver: boolean }) {
  const scheme = useAppSelector((state) => state.theme);
  const level = useAppSelector(sessionLevel);
  const profileMissing = useAppSelector(
    (state) => state.authentication.isAuthenticated && state.profile === null,
  );
  useSession();
  useVersionWatch();
  useEffect(() => {
    if (sessionOver) tellSessionOver();
  }, [sessionOver]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <Notifications position="top-right" autoClose={TOAST_MS} limit={5} />
      {profileMissing ? <Splash /> : <Routes level={level} />}
    </MantineProvider>
  );
}

/** A router per level: what the level may not see is not registered. */
function Routes({ level }: { level: ReturnType<typeof sessionLevel> }) {
  const router = useMemo(() => createBrowserRouter(routesFor(level)), [level]);
  useEffect(() => () => router.dispose(), [router]);
  return <RouterProvider router={router} />;
}
