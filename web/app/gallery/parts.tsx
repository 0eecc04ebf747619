import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { TwinBadge } from '../../entities/boxes/twin-badge.tsx';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import { VerdictBadge } from '../../entities/diagnostics/verdict-badge.tsx';
import { AeroGauge } from '../../entities/gauge/aero-gauge.tsx';
import { useText } from '../../lib/text.ts';
import { DataTable } from '../../table/data-table.tsx';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { TagBadge } from '../../ui/badges/tag-badge.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { EmptyState, ErrorLine, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { BADGE_PARTS } from './badge-parts.tsx';
import { CURVE_PARTS } from './curve-parts.tsx';
import { ENTITY_PARTS } from './entity-parts.tsx';
import { FIELD_PARTS } from './field-parts.tsx';
import { MORNING_PARTS } from './morning-parts.tsx';
import type { Part } from './part.ts';
import { ROLLOUT_PARTS } from './rollout-parts.tsx';
import { curvesOf, FAILURES, NAMES, NO_CURVES, RANGE } from './samples.ts';
import { SCREEN_PARTS } from './screen-parts.tsx';

function Headings() {
  const t = useText('common');
  return (
    <>
      {([1, 2, 3] as const).map((order) => (
        <Title key={order} order={order}>
          {t('not_found.title')}
        </Title>
      ))}
      {(['md', 'sm', 'xs'] as const).map((size) => (
        <Text key={size} size={size}>
          {t('not_found.text')}
        </Text>
      ))}
      <Text c="dimmed">{t('not_found.text')}</Text>
      <SmallText>{t('not_found.text')}</SmallText>
    </>
  );
}

function Buttons() {
  const t = useText('common');
  return (['filled', 'light', 'default', 'subtle'] as const).map((variant) => (
    <Group key={variant} gap="xs">
      <Button variant={variant}>{t('action.save')}</Button>
      <Button variant={variant} color="red">
        {t('action.delete')}
      </Button>
      <Button variant={variant} loading>
        {t('action.save')}
      </Button>
      <Button variant={variant} disabled>
        {t('action.save')}
      </Button>
      <ActionIcon variant={variant} size={36} aria-label={t('action.edit')}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
    </Group>
  ));
}

function Fields() {
  const t = useText('common');
  return (
    <>
      <TextInput label={t('action.search')} placeholder={t('action.search')} />
      <TextInput label={t('action.search')} required error={t('not_found.text')} />
      <TextInput label={t('action.search')} disabled value={NAMES[1]} readOnly />
      <Switch label={t('action.filter')} defaultChecked />
    </>
  );
}

function Notices() {
  const t = useText('common');
  return (['petrol', 'yellow', 'red', 'gray'] as const).map((color) => (
    <Alert key={color} color={color} title={t('privileges.title')}>
      {t('privileges.text')}
    </Alert>
  ));
}

const rows = NAMES.map((name, index) => ({ id: index + 1, name, value: index * 1234.5 }));
function Table({ state }: { state: 'rows' | 'empty' | 'loading' | 'failed' }) {
  const t = useText('common');
  return (
    <DataTable
      label={`${t('action.view')} ${state}`}
      urlPrefix={state}
      rows={state === 'rows' ? rows : []}
      columns={[
        { key: 'name', label: t('search_type.box'), cell: (row) => row.name, value: (row) => row.name },
        {
          key: 'value',
          label: t('search_type.aero'),
          cell: (row) => row.value,
          value: (row) => row.value,
          align: 'right',
        },
      ]}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      isLoading={state === 'loading'}
      failure={state === 'failed' ? FAILURES[0] : undefined}
      onRetry={() => undefined}
      empty={<EmptyState title={t('not_found.title')} text={t('not_found.text')} />}
      rowActions={(row) => <RowActions name={row.name} onDelete={() => undefined} />}
    />
  );
}

const chart = (curves: ReturnType<typeof curvesOf>, mode: 'combined' | 'inverted' | 'split', metrics = 2) => (
  <CurveView
    curves={curves}
    metrics={(['stroke', 'temperature'] as const).slice(0, metrics)}
    mode={mode}
    range={RANGE}
    height={180}
    nameOf={(id) => `AERO ${id}`}
  />
);

const travel = { stroke: 1300, minOffset: 50, maxOffset: 50 };
const gauge = (now: number | null, unavailable: 'too_few_days' | null = null) => (
  <AeroGauge
    facts={{
      travel: unavailable === null ? travel : null,
      now,
      expected: unavailable === null ? 620 : null,
      range: unavailable === null ? [400, 700] : null,
      cold: { temperature: -20, stroke: 180 },
      hot: { temperature: 38, stroke: 1340 },
      unavailable,
    }}
  />
);

export const PARTS: readonly Part[] = [
  { name: 'Title, Text', show: () => <Headings /> },
  { name: 'Button, ActionIcon', show: () => <Buttons /> },
  { name: 'TextInput, Switch', show: () => <Fields /> },
  { name: 'Alert', show: () => <Notices /> },
  {
    name: 'SamiBadge',
    show: () => SAMI_LEVELS.map((level) => <SamiBadge key={level} level={level} />),
  },
  {
    name: 'StatusBadge, TwinBadge, VerdictBadge, TagBadge, Badge',
    show: () => (
      <Group gap="xs">
        {(['new', 'online', 'late', 'silent'] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {(['in_sync', 'pending', 'overdue', 'refused', 'never_reported'] as const).map((state) => (
          <TwinBadge key={state} state={state} />
        ))}
        {(['bad', 'watch', 'good', 'unknown', 'not_watched'] as const).map((verdict) => (
          <VerdictBadge key={verdict} verdict={verdict} />
        ))}
        {NAMES.map((name) => (
          <TagBadge key={name} name={name} color="#e8590c" />
        ))}
        <Badge>{NAMES[0]}</Badge>
      </Group>
    ),
  },
  ...BADGE_PARTS,
  ...FIELD_PARTS,
  {
    name: 'AeroGauge: free, at its stop, unknown',
    show: () => (
      <>
        {gauge(610)}
        {gauge(1295)}
        {gauge(null, 'too_few_days')}
      </>
    ),
  },
  { name: 'LoadingLines, Loader', show: () => [<LoadingLines key="lines" />, <Loader key="loader" />] },
  { name: 'ErrorLine', show: () => <ErrorLine failure={FAILURES[0]!} onRetry={() => undefined} /> },
  {
    name: 'ErrorState',
    show: () =>
      FAILURES.map((failure) => (
        <ErrorState key={failure.status} failure={failure} onRetry={() => undefined} />
      )),
  },
  ...(['rows', 'empty', 'loading', 'failed'] as const).map((state) => ({
    name: `DataTable: ${state}`,
    show: () => <Table state={state} />,
  })),
  { name: 'CurveView: one AERO, split, a silence', show: () => chart(curvesOf(1, true), 'split') },
  { name: 'CurveView: combined', show: () => chart(curvesOf(1), 'combined') },
  { name: 'CurveView: inverted', show: () => chart(curvesOf(1), 'inverted') },
  { name: 'CurveView: twelve AEROs', show: () => chart(curvesOf(12), 'split', 1) },
  ...CURVE_PARTS,
  ...ENTITY_PARTS,
  ...ROLLOUT_PARTS,
  ...SCREEN_PARTS,
  ...MORNING_PARTS,
  { name: 'CurveView: no measure', show: () => chart(NO_CURVES, 'split', 1) },
];
