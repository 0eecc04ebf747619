import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useConfigurationChanges } from './use-configuration-changes.ts';

/** Earlier desired configurations: who, when, what changed; one can be made desired again. */
export function ConfigurationHistory({ box, onRestored }: { box: Box; onRestored: () => void }) {
  const t = useText('box');
  const formats = useFormats();
  const changesOf = useConfigurationChanges();
  const read = useQuery(
    'boxesConfigurations',
    { params: { id: box.id }, query: { page_size: 50, ordering: '-configuration_version' } },
    { live: ['boxes'] },
  );
  const ask = useRestore(box, onRestored);
  if (!read.data) return <LoadingLines lines={3} />;
  const versions = read.data.results;
  if (versions.length === 0) return <Text c="dimmed">{t('configuration.noHistory')}</Text>;
  const head = [
    t('configuration.version', { version: '' }),
    t('sami.when'),
    t('sami.who'),
    t('configuration.changed'),
  ];
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table
        data={{
          head: [...head, ''],
          body: versions.map((row, index) => [
            row.configuration_version,
            formats.dateTime(row.at),
            row.user_name ?? t('sami.system'),
            changesOf(row.desired, versions[index + 1]?.desired),
            row.configuration_version === box.desired.configuration_version ? null : (
              <Restore key="restore" onClick={() => ask(row.configuration_version)} />
            ),
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}

function Restore({ onClick }: { onClick: () => void }) {
  const t = useText('box');
  return (
    <ForMembers>
      <Button size="compact-sm" variant="light" onClick={onClick}>
        {t('configuration.restore')}
      </Button>
    </ForMembers>
  );
}

/** After confirmation, makes an earlier version desired again, under a new number. */
function useRestore(box: Box, onDone: () => void): (version: number) => void {
  const t = useText('box');
  const common = useText('common');
  const [restoreConfiguration] = useMutation('boxesConfigurationRestore', common('error.updating'));
  const restore = async (version: number) => {
    const result = await restoreConfiguration({
      params: { id: box.id },
      body: { configuration_version: version },
    });
    if (!result.ok) return;
    toast.success(t('configuration.restored'));
    onDone();
  };
  return (version) =>
    modals.openConfirmModal({
      title: t('configuration.restore'),
      children: t('configuration.confirm', { version }),
      labels: { confirm: t('configuration.restore'), cancel: common('action.cancel') },
      onConfirm: () => void restore(version),
    });
}
