import { Button, Group, List, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBellOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

/** AEROs muted because unsatisfactory, beside the counts: the worst must not look like quiet ones. */
export function MutedNotice({ children }: { children: ReactNode }) {
  const t = useText('alerts');
  const [opened, disclosure] = useDisclosure(false);
  const muted = useQuery('alertsMuted', { query: {} }, { live: ['aeros', 'boxes'] });
  const rows = muted.data ?? [];
  return (
    <>
      <Group gap="xs" mb="xs">
        {children}
        {rows.length > 0 ? (
          <Button
            size="compact-sm"
            variant="light"
            color="orange"
            ml="auto"
            leftSection={<IconBellOff size={16} aria-hidden />}
            onClick={disclosure.toggle}
            aria-expanded={opened}
          >
            {t('muted.title', { count: rows.length })}
          </Button>
        ) : null}
      </Group>
      {opened ? <Muted rows={rows} /> : null}
    </>
  );
}

function Muted({ rows }: { rows: Answer<'alertsMuted'> }) {
  const t = useText('alerts');
  const formats = useFormats();
  const name = useAeroName();
  return (
    <Paper p="sm" mb="xs">
      <Text>{t('muted.text')}</Text>
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
    </Paper>
  );
}
