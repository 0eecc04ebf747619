import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBellOff } from '@tabler/icons-react';
import { useAeroName } from '../../entities/aero-names.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

/** AEROs muted because unsatisfactory: the worst must not look like the quiet ones. */
export function MutedNotice() {
  const t = useText('alerts');
  const formats = useFormats();
  const name = useAeroName();
  const [opened, disclosure] = useDisclosure(false);
  const muted = useQuery('alertsMuted', { query: {} }, { live: ['aeros', 'boxes'] });
  const rows = muted.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconBellOff aria-hidden />} mb="md" p="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{t('muted.title', { count: rows.length })}</Text>
        <Button
          size="compact-sm"
          variant="light"
          color="orange"
          onClick={disclosure.toggle}
          aria-expanded={opened}
        >
          {t(opened ? 'muted.hide' : 'muted.show')}
        </Button>
      </Group>
      {opened ? <Text>{t('muted.text')}</Text> : null}
      {opened ? (
        <List size="sm" mt="xs">
          {rows.map((row) => (
            <List.Item key={row.aero}>
              <TextLink to={paths.box(row.box)}>{name(row.aero)}</TextLink>{' '}
              {row.since === null ? '' : t('muted.since', { when: formats.dateTime(row.since) })}{' '}
              {(row.user_name ?? row.supervisor_name)
                ? t('muted.by', { name: row.user_name ?? row.supervisor_name ?? '' })
                : ''}{' '}
              {row.reason}
            </List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  );
}
