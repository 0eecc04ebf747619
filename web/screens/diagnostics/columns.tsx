import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { type FleetRow, standing, useFindings } from '../../entities/diagnostics/finding-value.ts';
import { RepairBadge } from '../../entities/diagnostics/repair-badge.tsx';
import { VerdictBadge } from '../../entities/diagnostics/verdict-badge.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { FindingsDialog } from './findings-dialog.tsx';

/** Columns of the fleet: AERO, fault, since when, confidence, advice and due date. */
export function useFleetColumns(): Column<FleetRow>[] {
  const t = useText('diagnostics');
  const name = useAeroName();
  const place = usePlace();
  const say = useFindings();
  const formats = useFormats();
  return useMemo<Column<FleetRow>[]>(() => {
    const first = (row: FleetRow) => standing(row)[0];
    return [
      {
        key: 'aero',
        label: t('aero'),
        fixed: true,
        value: (row) => name(row.aero),
        cell: (row) => (
          <>
            <TextLink to={paths.box(row.box)} fw={600}>
              {name(row.aero)}
            </TextLink>
            <SmallText maw={{ base: '100%', sm: 240 }} truncate>
              {place(row.box)}
            </SmallText>
          </>
        ),
      },
      {
        // Ordered by severity.
        key: 'verdict',
        label: t('fault_column'),
        wrap: true,
        minWidth: 200,
        value: (row) => row.verdict,
        cell: (row) => <Fault row={row} />,
      },
      {
        key: 'since',
        label: t('since_column'),
        value: (row) => row.since,
        cell: (row) => {
          const finding = first(row);
          return <Text>{finding ? (say.since(finding) ?? '–') : '–'}</Text>;
        },
      },
      {
        key: 'confidence',
        label: t('confidence_column'),
        align: 'right',
        value: (row) => row.confidence,
        cell: (row) => <Text>{formats.percent(row.confidence)}</Text>,
      },
      {
        key: 'act',
        label: t('act_column'),
        wrap: true,
        minWidth: 200,
        cell: (row) => {
          const act = first(row)?.act;
          return <Text>{act ? say.todo(act.code) : '–'}</Text>;
        },
      },
      {
        key: 'act_by',
        label: t('by_column'),
        value: (row) => row.act_by,
        cell: (row) => {
          const finding = first(row);
          return <Text>{finding?.act ? say.when({ ...finding.act, by: row.act_by }) : '–'}</Text>;
        },
      },
      {
        key: 'reaches',
        label: t('reaches_column'),
        wrap: true,
        minWidth: 200,
        hidden: true,
        cell: (row) => {
          const finding = first(row);
          return <Text>{finding ? (say.reaches(finding) ?? '–') : '–'}</Text>;
        },
      },
    ];
  }, [t, name, place, say, formats]);
}

/** The name of the fault, its sentence and curve, and further faults; "not watched" is a state of its own. */
function Fault({ row }: { row: FleetRow }) {
  const work = useText('work');
  const t = useText('diagnostics');
  const say = useFindings();
  const [first] = standing(row);
  const others = row.faults.filter((fault) => fault !== first?.fault).map(say.cause);
  const unwatched = row.findings.filter(({ verdict }) => verdict === 'not_watched');
  return (
    <>
      <Group gap="xs" style={{ rowGap: 2 }}>
        {row.verdict === 'unknown' && row.repair ? null : <VerdictBadge verdict={row.verdict} />}
        {row.repair ? <RepairBadge state={row.repair.state} /> : null}
        {first ? <Text fw={600}>{say.name(first)}</Text> : null}
      </Group>
      {first ? <SmallText mt={2}>{say.brief(first)}</SmallText> : null}
      {first?.text.doubt ? <SmallText fs="italic">{first.text.doubt}</SmallText> : null}
      {first ? (
        <Group style={{ rowGap: 0 }} gap="sm">
          <FindingsDialog row={row} />
          {first.work_order ? (
            <TextLink to={paths.workOrder(first.work_order)} size="xs">
              {work('create.show', { id: first.work_order })}
            </TextLink>
          ) : null}
        </Group>
      ) : null}
      {others.length > 0 ? (
        <SmallText>{t('also', { count: others.length, names: others.join(', ') })}</SmallText>
      ) : null}
      {unwatched.length > 0 ? (
        <SmallText>
          {say.every(unwatched[0]?.not_watched_at ?? 0)} ({unwatched.length})
        </SmallText>
      ) : null}
    </>
  );
}
