import { FILE_FORMAT_KEYS, FILE_FORMATS, type FileFormat } from '@aerowatch/domain/file-formats';
import { Button, Group, Menu, Tabs } from '@mantine/core';
import { IconBellOff, IconDownload } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { download } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useKnownCount } from '../../lib/query/collection-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';

/** Title, tabs and export shared by the two lists. */
export function AlertsHead({
  state,
  query,
}: {
  state: 'opened' | 'archived';
  query: Record<string, string | undefined>;
}) {
  const t = useText('alerts');
  const common = useText('common');
  const formats = useFormats();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useKnownCount('alerts');
  const save = async (format: FileFormat) => {
    const result = await download(
      'alertsExport',
      {
        query: {
          ...query,
          state,
          format,
          language: formats.language,
          unit_system: formats.unitSystem,
          time_zone: formats.timeZone,
        },
      },
      `alerts.${format}`,
    );
    if (!result.ok) toast.failure(result, common('error.exporting'));
  };
  return (
    <>
      <PageHeader
        title={t(`${state}.title`)}
        description={t(`${state}.description`)}
        actions={
          <Group gap="xs">
            <LinkButton
              to={paths.silences()}
              variant="default"
              leftSection={<IconBellOff size={16} aria-hidden />}
            >
              {t('silences')}
            </LinkButton>
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
          </Group>
        }
      />
      <Tabs value={pathname} onChange={(to) => to && navigate(to)} mb="md">
        <Tabs.List>
          <Tabs.Tab value={paths.alerts()}>
            {open === null ? t('tabs.opened') : `${t('tabs.opened')} (${formats.number(open, 0)})`}
          </Tabs.Tab>
          <Tabs.Tab value={paths.alertsArchived()}>{t('tabs.archived')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
    </>
  );
}
