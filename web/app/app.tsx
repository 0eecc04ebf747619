import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { useEffect, useMemo } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { adoptProfile } from '../entities/session/session.ts';
import { BASE, withoutBase } from '../lib/base.ts';
import { usePrinting } from '../lib/hooks/use-printing.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { fetchOnce } from '../lib/query/fetch-once.ts';
import { sessionLevel } from '../lib/state/session-state.ts';
import { useAppSelector } from '../lib/state/store.ts';
import { useText } from '../lib/text.ts';
import { cssVariables, themeWith } from '../ui/theme.ts';
import { noteWanted } from './arrival.ts';
import { Overlaid } from './overlaid.tsx';
import { routesFor } from './routes/routes.tsx';
import { tellSessionOver } from './session-over.ts';
import { Splash } from './splash.tsx';
import { useVersionWatch } from './use-version-watch.ts';

/** Loaded with the first toast. */
const Toasts = lazyPart(() => import('./toasts.tsx'));

/** The console stores the colour scheme as a preference of its own, so Mantine stores nothing. */
const KEEPS_NOTHING: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

export function App({ sessionOver }: { sessionOver: boolean }) {
  const scheme = useAppSelector((state) => state.theme);
  const printing = usePrinting();
  const level = useAppSelector(sessionLevel);
  const profileMissing = useAppSelector(
    (state) => state.authentication.isAuthenticated && state.profile === null,
  );
  const t = useText('common');
  const theme = useMemo(
    () =>
      themeWith({
        close: t('action.close'),
        previous: t('calendar.previous'),
        next: t('calendar.next'),
      }),
    [t],
  );
  const { notifications, queue } = useNotifications();
  useVersionWatch();
  useEffect(() => {
    if (sessionOver) tellSessionOver();
  }, [sessionOver]);
  // The stored profile was corrupted: without it no level is known.
  useEffect(() => {
    if (profileMissing) void fetchOnce('meGet').then((result) => result.ok && adoptProfile(result.data));
  }, [profileMissing]);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={KEEPS_NOTHING}
      cssVariablesResolver={cssVariables}
      forceColorScheme={printing ? 'light' : scheme}
    >
      {notifications.length + queue.length > 0 && (
        <Overlaid>
          <Toasts />
        </Overlaid>
      )}
      {profileMissing ? <Splash /> : <Routes level={level} />}
    </MantineProvider>
  );
}

/** One router per level: screens that the level may not see are not registered. */
function Routes({ level }: { level: ReturnType<typeof sessionLevel> }) {
  const limited = useAppSelector((state) => state.profile?.limited !== undefined);
  const router = useMemo(
    () => createBrowserRouter(routesFor(level, limited), { basename: BASE || '/' }),
    [level, limited],
  );
  useEffect(() => {
    const stop = router.subscribe(({ location }) => noteWanted(withoutBase(location.pathname)));
    return () => {
      stop();
      router.dispose();
    };
  }, [router]);
  return <RouterProvider router={router} />;
}
