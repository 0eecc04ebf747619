import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useTable } from '../../../lib/query/use-collection.ts';
import type { Query } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { SamiShapeMark } from '../../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { EmptyState, Unread } from '../../../ui/states/states.tsx';
import classes from './morning.module.css';
import { MorningAct } from './morning-act.tsx';
import { MorningTrend } from './morning-trend.tsx';
import type { MorningAnswer, MorningRow } from './morning-types.ts';
import { useMorningWords } from './use-morning-words.ts';

/** What needs attention today: one AERO per row, with the main reason, since when, where, and what to do about it. */
export function Morning({ read }: { read: Query<MorningAnswer> }) {
  const t = useText('dashboard');
  const rows = read.data?.results;
  return (
    <Paper component="section" aria-labelledby="morning" style={{ overflow: 'clip' }}>
      <Group justify="space-between" p="md" pb="xs">
        <Title order={2} size="h4" id="morning">
          {t('morning.title')}
          {read.data === undefined ? null : (
            <Text span c="dimmed" fw={400} ml="xs">
              {t('morning.count', { count: read.data.count })}
            </Text>
          )}
        </Title>
        <TextLink to={paths.diagnostics()}>{t('morning.all')}</TextLink>
      </Group>
      {rows === undefined ? (
        <div style={{ padding: 16 }}>
          <Unread read={read} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title={t('morning.none')} icon={IconCircleCheck} text={t('morning.none_text')} />
      ) : (
        <Stack component="ul" gap={0} className={classes.list}>
          {rows.map((row) => (
            <Row key={row.aero} row={row} onDone={read.refetch} />
          ))}
        </Stack>
      )}
      {read.data && rows && read.data.count > rows.length ? (
        <Text c="dimmed" p="md">
          {t('morning.more', { count: read.data.count - rows.length })}
        </Text>
      ) : null}
    </Paper>
  );
}

function Row({ row, onDone }: { row: MorningRow; onDone: () => void }) {
  const t = useText('dashboard');
  const domain = useText('domain');
  const words = useMorningWords();
  const formats = useFormats();
  const admin = useGrants('admin');
  const client = useTable('clients')[row.client ?? 0];
  const where = [
    admin ? (client?.name ?? '') : '',
    row.line,
    row.track,
    row.kilometer_point === null ? '' : `PK ${formats.kilometerPoint(row.kilometer_point)}`,
    row.pole,
  ].filter((part) => part !== '');
  const others = row.reasons.filter((reason) => reason !== row.reason);
  return (
    <li
      className={classes.row}
      data-walk
      data-reason={row.reason}
      data-bad={row.verdict === 'bad' || undefined}
    >
      <div className={classes.name}>
        <Group gap={6} wrap="nowrap">
          <SamiShapeMark level={row.sami} size={16} />
          <TextLink to={paths.box(row.box, { tab: `aero${row.position}` })} fw={600}>
            {`${row.serial_number} · ${domain('aero', { position: row.position })}`}
          </TextLink>
        </Group>
        <SmallText lineClamp={2}>{where.join(' · ')}</SmallText>
      </div>
      <div className={classes.reason}>
        <Text fw={600}>{words.reason(row)}</Text>
        <SmallText>
          {words.since(row)}
          {others.length === 0
            ? ''
            : ` · ${t('morning.also', { what: formats.list(others.map((other) => words.other(row, other))) })}`}
        </SmallText>
      </div>
      <MorningTrend aero={row.aero} />
      <Text className={classes.next}>
        {words.next(row)}{' '}
        {row.work_order === null ? null : (
          <Badge color="gray">
            {row.due_on === null
              ? t('morning.ordered')
              : t('morning.ordered_by', { day: formats.day(row.due_on) })}
          </Badge>
        )}
      </Text>
      <MorningAct row={row} onDone={onDone} />
    </li>
  );
}
