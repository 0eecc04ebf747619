import { FILE_FORMAT_KEYS, FILE_FORMATS, type FileFormat } from '@aerowatch/domain/file-formats';
import { Button, Menu, Tabs } from '@mantine/core';
import { IconBellOff, IconCalendarUser, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { download } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useKnownCount } from '../../lib/query/collection-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './alerts.module.css';

interface Props {
  state: 'opened' | 'archived';
  query: Record<string, string | undefined>;
  /** Content beside the tabs. */
  aside?: ReactNode;
}
/** Title, tabs and export shared by the two lists. */
export function AlertsHead({ state, query, aside }: Props) {
  const t = useText('alerts');
  return (
    <>
      <PageHeader
        compact
        title={t(`${state}.title`)}
        description={t(`${state}.description`)}
        actions={
          <>
            <LinkButton
              to={paths.silences()}
              variant="default"
              leftSection={<IconBellOff size={16} aria-hidden />}
            >
              {t('silences')}
            </LinkButton>
            <LinkButton
              to={paths.duty()}
              variant="default"
              leftSection={<IconCalendarUser size={16} aria-hidden />}
            >
              {t('duty')}
            </LinkButton>
            <ExportMenu state={state} query={query} />
          </>
        }
      />
      <div className={classes.head}>
        <ListTabs />
        {aside}
      </div>
    </>
  );
}

/** Downloads the filtered list as a file. */
function ExportMenu({ state, query }: Pick<Props, 'state' | 'query'>) {
  const common = useText('common');
  const { language, unitSystem, timeZone } = useFormats();
  const save = async (format: FileFormat) => {
    const reader = { language, unit_system: unitSystem, time_zone: timeZone };
    const result = await download(
      'alertsExport',
      { query: { ...query, state, format, ...reader } },
      `alerts.${format}`,
    );
    if (!result.ok) toast.failure(result, common('error.exporting'));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {common('action.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_FORMAT_KEYS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {FILE_FORMATS[format].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ListTabs() {
  const t = useText('alerts');
  const formats = useFormats();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useKnownCount('alerts');
  return (
    <Tabs value={pathname} onChange={(to) => to && navigate(to)}>
      <Tabs.List>
        <Tabs.Tab value={paths.alerts()}>
          {open === null ? t('tabs.opened') : `${t('tabs.opened')} (${formats.number(open, 0)})`}
        </Tabs.Tab>
        <Tabs.Tab value={paths.alertsArchived()}>{t('tabs.archived')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
