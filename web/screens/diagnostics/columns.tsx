import { Text, Tooltip } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { type ComponentType, useMemo } from 'react';
import { useShortAeroName } from '../../entities/aero-names.ts';
import { useAeroPlace } from '../../entities/alerts/use-place.ts';
import {
  type Finding,
  type FleetRow,
  standing,
  useFindings,
} from '../../entities/diagnostics/finding-value.ts';
import { REPAIR_STYLES, RepairBadge } from '../../entities/diagnostics/repair-badge.tsx';
import { VerdictBadge } from '../../entities/diagnostics/verdict-badge.tsx';
import { MatterStage } from '../../entities/inbox/matter-stage.tsx';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import classes from './diagnostics.module.css';
import { FindingsDialog } from './findings-dialog.tsx';

interface Parts {
  t: TextOf<'diagnostics'>;
  formats: Formats;
  say: ReturnType<typeof useFindings>;
  name: (aero: number) => string;
  place: (aero: number) => string;
}
/** The width of the place column, as far as the window allows. */
const PLACE_WIDTH = 'clamp(96px, calc(104px + (100vw - 1440px) * 0.5), 360px)';
const first = (row: FleetRow): Finding | undefined => standing(row)[0];

/** Columns of the fleet: verdict, fault, AERO and place, since when, confidence, advice, due date and work order. */
export function useFleetColumns(): Column<FleetRow>[] {
  const t = useText('diagnostics');
  const name = useShortAeroName();
  const place = useAeroPlace();
  const say = useFindings();
  const formats = useFormats();
  return useMemo(() => {
    const parts: Parts = { t, formats, say, name, place };
    return [...subjectColumns(parts), ...courseColumns(parts), ...workColumns(parts)];
  }, [t, name, place, say, formats]);
}

/** Severity, fault and place. */
function subjectColumns({ t, name, place }: Parts): Column<FleetRow>[] {
  return [
    {
      // Ordered by severity.
      key: 'verdict',
      label: t('verdictLabel'),
      besideName: true,
      value: (row) => row.verdict,
      cell: (row) =>
        row.verdict === 'unknown' && row.repair ? (
          <RepairBadge state={row.repair.state} />
        ) : (
          <VerdictBadge verdict={row.verdict} />
        ),
    },
    {
      key: 'fault',
      label: t('fault_column'),
      fixed: true,
      names: true,
      grows: true,
      minWidth: 200,
      value: (row) => row.faults[0] ?? '',
      cell: (row) => <Fault row={row} />,
    },
    {
      key: 'aero',
      label: t('aero'),
      plain: true,
      value: (row) => name(row.aero),
      cell: (row) => <TextLink to={paths.box(row.box)}>{name(row.aero)}</TextLink>,
    },
    {
      key: 'place',
      label: t('place_column'),
      plain: true,
      cell: (row) => (
        <SmallText maw={PLACE_WIDTH} truncate title={place(row.aero)} data-truncate>
          {place(row.aero)}
        </SmallText>
      ),
    },
  ];
}

/** Beginning, confidence, and when it gets worse. */
function courseColumns({ t, say, formats }: Parts): Column<FleetRow>[] {
  return [
    {
      key: 'since',
      label: t('since_column'),
      value: (row) => row.since,
      cell: (row) => {
        const finding = first(row);
        return <Text>{finding ? formats.date(finding.since ?? finding.noticed) : '–'}</Text>;
      },
    },
    {
      key: 'confidence',
      label: t('confidence_column'),
      align: 'right',
      value: (row) => row.confidence,
      cell: (row) => <Text>{row.confidence === null ? '–' : formats.percent(row.confidence)}</Text>,
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
}

/** Act, due date, and the work order. */
function workColumns({ t, say }: Parts): Column<FleetRow>[] {
  return [
    {
      key: 'act',
      label: t('act_column'),
      plain: true,
      cell: (row) => {
        const act = first(row)?.act;
        const todo = act ? say.todo(act.code) : '–';
        return (
          <Text maw={ACT_WIDTH} truncate title={todo} data-truncate data-wraps>
            {todo}
          </Text>
        );
      },
    },
    {
      key: 'act_by',
      label: t('by_column'),
      value: (row) => row.act_by,
      cell: (row) => {
        const finding = first(row);
        return <Text>{finding?.act ? say.due({ ...finding.act, by: row.act_by }) : '–'}</Text>;
      },
    },
    {
      key: 'order',
      label: t('order_column'),
      cell: (row) => <MatterStage matter={first(row)?.matter ?? null} />,
    },
  ];
}
const ACT_WIDTH = 'clamp(96px, calc(104px + (100vw - 1440px) * 0.4), 360px)';

/** The name of the fault, which opens its curve and reasons, and its sentence, cut to the width. */
function Fault({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const say = useFindings();
  const finding = first(row);
  const others = row.faults.filter((fault) => fault !== finding?.fault).map(say.cause);
  const unwatched = row.findings.filter(({ verdict }) => verdict === 'not_watched');
  return (
    <div className={classes.fault}>
      {finding ? <FindingsDialog row={row} name={say.name(finding)} /> : null}
      {finding?.text.doubt ? <Sign icon={IconZoomQuestion} label={finding.text.doubt} /> : null}
      {finding && row.repair ? (
        <Sign icon={REPAIR_STYLES[row.repair.state].icon} label={t(`repair.${row.repair.state}`)} />
      ) : null}
      {others.length > 0 ? (
        <SmallText span title={others.join(', ')} className={classes.more}>
          {t('also_count', { count: others.length })}
        </SmallText>
      ) : null}
      {finding ? (
        <SmallText span title={say.brief(finding)} className={classes.sentence}>
          {say.brief(finding)}
        </SmallText>
      ) : null}
      {unwatched.length > 0 && !finding ? (
        <SmallText span className={classes.sentence}>
          {say.every(unwatched[0]?.not_watched_at ?? 0)} ({unwatched.length})
        </SmallText>
      ) : null}
    </div>
  );
}

interface SignProps {
  icon: ComponentType<{ size: number; role: 'img'; 'aria-label': string; style: object }>;
  label: string;
}
/** A state of the named fault, as an icon with a tooltip. */
function Sign({ icon: Icon, label }: SignProps) {
  return (
    <Tooltip label={label} multiline maw={320}>
      <Icon size={16} role="img" aria-label={label} style={{ flex: 'none' }} />
    </Tooltip>
  );
}
