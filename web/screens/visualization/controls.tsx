import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { TIME_RANGES } from '@aerowatch/domain/series/time-ranges';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import {
  Button,
  Collapse,
  Group,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconZoomReset } from '@tabler/icons-react';
import { useState } from 'react';
import { CURVE_MODES, type CurveMode } from '../../entities/curves/types.ts';
import { DayInput } from '../../forms/day-input.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import type { Held } from '../../forms/typed/reading.ts';
import { ZoneInput } from '../../forms/zone-input.tsx';
import { useFormats } from '../../lib/format.ts';
import { browserTimeZone } from '../../lib/state/preferences.ts';
import { currentLanguage, useText } from '../../lib/text.ts';
import {
  COMPARISONS,
  FREQUENCY_UNIT_KEYS,
  isBackwards,
  REFRESHES,
  VIEWS,
  type ViewState,
} from './view-state.ts';

type Every = Exclude<ViewState['frequency'], string>;
interface Props {
  view: ViewState;
  change: (changes: Partial<ViewState>) => void;
}

/** Takes the height of a label, so that a button aligns with the fields. */
const NO_LABEL = '\u00a0';

/** Metrics, drawing mode and time range; other settings behind a button that shows their values. */
export function Controls({ view, change }: Props) {
  const t = useText('visualization');
  const [more, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        <Select
          label={t('range.label')}
          w={160}
          allowDeselect={false}
          value={view.range}
          data={TIME_RANGES.map((range) => ({ value: range, label: t(`range.${range}`) }))}
          onChange={(range) => change({ range: range as ViewState['range'], zoom: null })}
        />
        {view.range === 'custom' ? <CustomDates view={view} change={change} /> : null}
        <Drawn view={view} change={change} />
        {view.zoom ? (
          <Labelled label={NO_LABEL}>
            <Button
              variant="light"
              leftSection={<IconZoomReset size={16} aria-hidden />}
              onClick={() => change({ zoom: null })}
            >
              {t('range.reset')}
            </Button>
          </Labelled>
        ) : null}
      </Group>
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={toggle}
          aria-expanded={more}
          // On a phone the text takes two lines.
          h="auto"
          mih={36}
          styles={{
            label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.4, overflow: 'visible' },
          }}
        >
          {t('more')}
        </Button>
        {more ? null : <SetTo view={view} />}
      </Group>
      <Collapse expanded={more}>
        <MoreControls view={view} change={change} />
      </Collapse>
    </Stack>
  );
}

/** Frequency, zone and refresh as text. */
function SetTo({ view: { frequency, zone, refresh } }: { view: ViewState }) {
  const t = useText('visualization');
  const { timeZone } = useFormats();
  const zones: Record<string, string> = { user: timeZone, browser: browserTimeZone(), UTC: t('zone.utc') };
  const every =
    typeof frequency === 'string'
      ? t(`frequency.${frequency}`)
      : `${t('frequency.value')} ${t(`duration.${frequency.unit}`, { count: frequency.value })}`;
  return (
    <Text c="dimmed">
      {t('now', {
        frequency: every,
        zone: zones[zone] ?? zone,
        refresh: t(`refresh.${refresh}`),
      })}
    </Text>
  );
}

/** The metrics, and the drawing mode. */
function Drawn({ view, change }: Props) {
  const t = useText('visualization');
  const words = useText('domain');
  return (
    <>
      <MultiSelect
        label={t('metrics')}
        style={{ flex: '1 1 190px' }}
        value={view.metrics}
        data={METRIC_KEYS.map((metric) => ({ value: metric, label: words(`metric.${metric}.name`) }))}
        onChange={(metrics) => metrics.length > 0 && change({ metrics: metrics as MetricKey[] })}
        maxValues={6}
      />
      <Labelled label={t('mode.label')}>
        <SegmentedControl
          size="xs"
          aria-label={t('mode.label')}
          value={view.mode}
          onChange={(mode) => change({ mode: mode as CurveMode })}
          data={CURVE_MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
        />
      </Labelled>
      <Labelled label={t('view.label')}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view.view}
          onChange={(next) => change({ view: next as ViewState['view'] })}
          data={VIEWS.map((next) => ({ value: next, label: t(`view.${next}`) }))}
        />
      </Labelled>
    </>
  );
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // Space around the scrolling content, for the focus ring.
    <div style={{ maxWidth: 'calc(100% + 8px)', overflowX: 'auto', padding: 4, margin: -4 }}>
      <Text aria-hidden fw={500} mb={2} visibleFrom={label === NO_LABEL ? 'sm' : undefined}>
        {label}
      </Text>
      {children}
    </div>
  );
}

function CustomDates({ view, change }: Props) {
  const t = useText('visualization');
  const day = (name: 'from' | 'to') => ({
    label: t(`range.${name}`),
    w: 150,
    late: true,
    value: view[name] || null,
    onChange: (next: string | null) => change({ [name]: next ?? '', zoom: null }),
  });
  return (
    <>
      <DayInput {...day('from')} error={isBackwards(view) ? t('range.wrong') : undefined} />
      <DayInput {...day('to')} />
    </>
  );
}

/** The distance between the points of a curve. */
function Frequency({ view, change }: Props) {
  const t = useText('visualization');
  const frequency = typeof view.frequency === 'string' ? view.frequency : 'every';
  const every = typeof view.frequency === 'string' ? { value: 10, unit: 'minutes' as const } : view.frequency;
  return (
    <>
      <Select
        label={t('frequency.label')}
        w={200}
        allowDeselect={false}
        value={frequency}
        data={[
          { value: 'auto', label: t('frequency.auto') },
          { value: 'raw', label: t('frequency.raw') },
          { value: 'every', label: `${t('frequency.value')} …` },
        ]}
        onChange={(value) => change({ frequency: value === 'every' ? every : (value as 'auto' | 'raw') })}
      />
      {frequency === 'every' ? (
        <>
          <FrequencyValue every={every} change={change} />
          <Select
            aria-label={t('frequency.label')}
            w={120}
            allowDeselect={false}
            value={every.unit}
            data={FREQUENCY_UNIT_KEYS.map((unit) => ({ value: unit, label: t(`frequency.${unit}`) }))}
            onChange={(unit) => change({ frequency: { ...every, unit: unit as typeof every.unit } })}
          />
        </>
      ) : null}
    </>
  );
}

const MAX_EVERY = 3600;

/** The number of units between two points; an impossible value is reported, and not drawn. */
function FrequencyValue({ every, change }: Pick<Props, 'change'> & { every: Every }) {
  const t = useText('visualization');
  const [typed, setTyped] = useState<Held<number>>(every.value);
  const fits = typeof typed === 'number' && typed >= 1 && typed <= MAX_EVERY;
  const message = typed === null ? 'required' : `between|1|${MAX_EVERY}`;
  return (
    <NumberField
      label={t('frequency.value')}
      w={120}
      late
      value={typed}
      error={fits ? undefined : translateMessage(message, currentLanguage())}
      onChange={(value) => {
        setTyped(value);
        if (typeof value === 'number' && value >= 1 && value <= MAX_EVERY)
          change({ frequency: { ...every, value } });
      }}
    />
  );
}

/** Rarely used settings: frequency, zone, refresh, comparison. */
function MoreControls({ view, change }: Props) {
  const t = useText('visualization');
  const { timeZone } = useFormats();
  return (
    <Group gap="sm" align="flex-end">
      <Frequency view={view} change={change} />
      <ZoneInput
        label={t('zone.label')}
        w={260}
        value={view.zone}
        choices={[
          { value: 'user', label: t('zone.user', { zone: timeZone }) },
          { value: 'browser', label: t('zone.browser', { zone: browserTimeZone() }) },
          { value: 'UTC', label: t('zone.utc') },
        ]}
        onChange={(zone) => change({ zone })}
      />
      <Select
        label={t('refresh.label')}
        w={190}
        allowDeselect={false}
        value={view.refresh}
        data={REFRESHES.map((refresh) => ({ value: refresh, label: t(`refresh.${refresh}`) }))}
        onChange={(refresh) => change({ refresh: refresh as ViewState['refresh'] })}
      />
      <Select
        label={t('compare.label')}
        w={190}
        allowDeselect={false}
        value={view.compare}
        data={COMPARISONS.map((compare) => ({ value: compare, label: t(`compare.${compare}`) }))}
        onChange={(compare) => change({ compare: compare as ViewState['compare'] })}
      />
      <Switch
        label={t('expected')}
        checked={view.expected}
        onChange={(event) => change({ expected: event.currentTarget.checked })}
        mb={8}
      />
      <Switch
        label={t('marks.label')}
        checked={view.marks}
        onChange={(event) => change({ marks: event.currentTarget.checked })}
        mb={8}
      />
    </Group>
  );
}
