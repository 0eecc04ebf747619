import { grants } from '@aerowatch/domain/access';
import { AppShell, NavLink, ScrollArea } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useFormats } from '../../lib/format.ts';
import { useCollectionState, useRingingAlerts } from '../../lib/query/collection-state.ts';
import { useLevel } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { isActive, MENU, type NavEntry, SETTINGS } from './nav.ts';
import classes from './shell.module.css';

export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const t = useText('common');
  return (
    <>
      <AppShell.Section grow component={ScrollArea} px="xs" type="never">
        <NavGroup id="nav-menu" label={t('nav.menu')} entries={MENU} onNavigate={onNavigate} />
        <NavGroup
          id="nav-settings"
          label={t('nav.settings_group')}
          entries={SETTINGS}
          onNavigate={onNavigate}
        />
      </AppShell.Section>
      <AppShell.Section className={classes.footer}>
        {t('shell.version', { version: __VERSION__ })} · {t('shell.copyright')}
      </AppShell.Section>
    </>
  );
}

interface GroupProps {
  id: string;
  label: string;
  entries: readonly NavEntry[];
  onNavigate: () => void;
}
function NavGroup({ id, label, entries, onNavigate }: GroupProps) {
  const t = useText('common');
  const level = useLevel();
  const known = useRingingAlerts();
  const alerts = known ?? 0;
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={id}>
      <div id={id} className={classes.group}>
        {label}
      </div>
      {entries
        .filter((entry) => grants(level, entry.level))
        .map((entry) => {
          const alerting = entry.key === 'alerts' && alerts > 0;
          const active = isActive(entry, pathname);
          return (
            <NavLink
              key={entry.key}
              component={Link}
              to={entry.path}
              className={classes.link}
              active={active}
              aria-current={active ? 'page' : undefined}
              label={
                entry.key === 'alerts' ? <AlertsLabel known={known} title={t(entry.title)} /> : t(entry.title)
              }
              leftSection={<entry.icon size={19} aria-hidden />}
              rightSection={alerting ? <span className={classes.dot} aria-hidden /> : undefined}
              onClick={onNavigate}
            />
          );
        })}
    </section>
  );
}

/** The number of open alerts; until it is known, whether they are loading or could not be read. */
function AlertsLabel({ known, title }: { known: number | null; title: string }) {
  const t = useText('common');
  const formats = useFormats();
  const { failure } = useCollectionState('alerts');
  if (failure) return t('shell.alerts_failed');
  if (known === null)
    return (
      <>
        {title}
        <span className={classes.waiting}> {t('state.loading')}</span>
      </>
    );
  return known > 0 ? `${t('nav.alerts')} (${formats.number(known)})` : title;
}
