import type { Box } from '@aerowatch/contracts/api/boxes';
import { CONFIGURATION_KEYS } from '@aerowatch/domain/box-configuration';
import { Button, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';

/** Earlier desired configurations: who, when, what changed; one can be made desired again. */
export function ConfigurationHistory({ box, onRestored }: { box: Box; onRestored: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const words = useText('configuration');
  const [restoreConfiguration] = useMutation('boxesConfigurationRestore', common('error.updating'));
  const formats = useFormats();
  const show = useConfigurationValue();
  const read = useQuery(
    'boxesConfigurations',
    { params: { id: box.id }, query: { page_size: 50, ordering: '-configuration_version' } },
    { live: ['boxes'] },
  );
  if (!read.data) return <LoadingLines lines={3} />;
  const versions = read.data.results;
  if (versions.length === 0) return <Text c="dimmed">{t('configuration.noHistory')}</Text>;
  const restore = async (version: number) => {
    const result = await restoreConfiguration({
      params: { id: box.id },
      body: { configuration_version: version },
    });
    if (!result.ok) return;
    toast.success(t('configuration.restored'));
    onRestored();
  };
  const ask = (version: number) =>
    modals.openConfirmModal({
      title: t('configuration.restore'),
      children: t('configuration.confirm', { version }),
      labels: { confirm: t('configuration.restore'), cancel: common('action.cancel') },
      onConfirm: () => void restore(version),
    });
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('configuration.version', { version: '' })}</Table.Th>
            <Table.Th>{t('sami.when')}</Table.Th>
            <Table.Th>{t('sami.who')}</Table.Th>
            <Table.Th>{t('configuration.changed')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((row, index) => {
            const before = versions[index + 1];
            const changed = before
              ? CONFIGURATION_KEYS.filter(
                  (key) => key !== 'configuration_version' && row.desired[key] !== before.desired[key],
                )
              : [];
            return (
              <Table.Tr key={row.configuration_version}>
                <Table.Td>{row.configuration_version}</Table.Td>
                <Table.Td>{formats.dateTime(row.at)}</Table.Td>
                <Table.Td>{row.user_name ?? t('sami.system')}</Table.Td>
                <Table.Td>
                  {changed
                    .map((key) =>
                      common('labelled', {
                        label: words(`field.${key}`),
                        value: `${show(key, before!.desired[key])} → ${show(key, row.desired[key])}`,
                      }),
                    )
                    .join(' · ')}
                </Table.Td>
                <Table.Td ta="right">
                  {row.configuration_version === box.desired.configuration_version ? null : (
                    <ForMembers>
                      <Button
                        size="compact-sm"
                        variant="light"
                        onClick={() => ask(row.configuration_version)}
                      >
                        {t('configuration.restore')}
                      </Button>
                    </ForMembers>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
