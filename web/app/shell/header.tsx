import { ActionIcon, Burger, Group, Tooltip } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { toggleTheme } from '../../entities/session/change-preferences.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { paths } from '../../lib/paths.ts';
import { useCollectionState, useRingingAlerts } from '../../lib/query/collection-state.ts';
import { useAppSelector } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { useProductTitle } from '../product.ts';
import { InboxButton } from './inbox-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';

/** Loaded after the shell: most days nothing waits. */
const QueueButton = lazyPart(() => import('./queue-button.tsx'));

export function Header({ opened, onToggle }: { opened: boolean; onToggle: () => void }) {
  const t = useText('common');
  const title = useProductTitle();
  const alerts = useRingingAlerts();
  const { failure } = useCollectionState('alerts');
  const state = alerts === null ? 'loading' : alerts > 0 ? 'alert' : 'calm';
  const { live } = useConnection();
  const theme = useAppSelector((state) => state.theme);
  const themeLabel = t(theme === 'dark' ? 'shell.theme_light' : 'shell.theme_dark');
  return (
    <div className={classes.bar}>
      <Burger
        hiddenFrom="md"
        size="sm"
        color="currentColor"
        opened={opened}
        onClick={onToggle}
        aria-label={t(opened ? 'nav.close_menu' : 'nav.open_menu')}
      />
      <Link to={paths.dashboard()} className={classes.brand}>
        <Logo state={state} label={t(failure ? 'shell.logo_failed' : `shell.logo_${state}`, { title })} />
        <span>{title}</span>
      </Link>
      <PaletteButton />
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t(live ? 'shell.live' : 'shell.not_live')}>
          <span
            role="img"
            aria-label={t(live ? 'shell.live' : 'shell.not_live')}
            className={classes.live}
            data-off={live ? undefined : true}
            style={{ marginInline: 6 }}
          />
        </Tooltip>
        <PartBoundary>
          <Suspense>
            <QueueButton />
          </Suspense>
        </PartBoundary>
        <InboxButton />
        <Tooltip label={themeLabel}>
          <ActionIcon
            variant="transparent"
            size="lg"
            className={classes.control}
            aria-label={themeLabel}
            onClick={() => void toggleTheme()}
          >
            {theme === 'dark' ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <LanguageMenu className={classes.control} />
        <ProfileMenu />
      </Group>
    </div>
  );
}
