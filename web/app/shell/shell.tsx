import '@mantine/dates/styles.css';
import '@mantine/spotlight/styles.css';
import '@mantine/dropzone/styles.css';
import type { Language } from '@aerowatch/domain/languages';
import { AppShell } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import dayjsEn from 'dayjs/locale/en';
import dayjsFr from 'dayjs/locale/fr';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAppSelector } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';
import { LoadingScreen } from '../../ui/states/states.tsx';
import { ScreenBoundary } from '../routes/screen-boundary.tsx';
import { useSession } from '../use-session.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import { OperationBanner } from './operation-banner.tsx';
import { paletteState } from './palette/palette-state.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useSingleKeys } from './use-single-keys.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Names of days and months, by language. */
const CALENDARS = { en: dayjsEn, fr: dayjsFr } satisfies Record<Language, { name: string }>;

/** Layout when signed in: fixed header, sidebar, content. */
export default function Shell() {
  useSession();
  useSingleKeys();
  useTabTitle();
  const t = useText('common');
  const language = useAppSelector((state) => state.language);
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // A new screen starts at its beginning, for keyboards and screen readers too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen, whatever else is made anew
  useEffect(() => {
    close();
    if (first.current) first.current = false;
    else if (!paletteState.opened) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <DatesProvider settings={{ locale: CALENDARS[language].name, firstDayOfWeek: 1 }}>
      <ModalsProvider labels={{ confirm: t('action.validate'), cancel: t('action.cancel') }}>
        <a href="#main" className={classes.skip}>
          {t('shell.skip')}
        </a>
        <AppShell
          header={{ height: 56 }}
          navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
          padding={{ base: 'sm', sm: 'lg' }}
        >
          <AppShell.Header className={classes.header}>
            <Header opened={opened} onToggle={toggle} />
          </AppShell.Header>
          <AppShell.Navbar className={classes.navbar} aria-label={t('nav.label')}>
            <Sidebar onNavigate={close} />
          </AppShell.Navbar>
          <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes.main}>
            <ConnectionBanner />
            <OperationBanner />
            <ScreenBoundary resetKey={pathname}>
              <Suspense fallback={<LoadingScreen />}>
                <Outlet />
              </Suspense>
            </ScreenBoundary>
          </AppShell.Main>
        </AppShell>
      </ModalsProvider>
    </DatesProvider>
  );
}
