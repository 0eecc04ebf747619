import { LANGUAGES } from '@aerowatch/domain/languages';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { TIME_RANGES } from '@aerowatch/domain/series/time-ranges';
import {
  ActionIcon,
  Button,
  Collapse,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Tooltip,
} from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconZoomReset } from '@tabler/icons-react';
import { CURVE_MODES, type CurveMode } from '../../entities/curves/types.ts';
import { useFormats } from '../../lib/format.ts';
import { browserTimeZone } from '../../lib/state/preferences.ts';
import { useText } from '../../lib/text.ts';
import {
  COMPARISONS,
  FREQUENCY_UNIT_KEYS,
  isBackwards,
  REFRESHES,
  VIEWS,
  type ViewState,
} from './view-state.ts';

interface Props {
  view: ViewState;
  change: (changes: Partial<ViewState>) => void;
}

/** Takes the height of a label, so that a button aligns with the fields. */
const NO_LABEL = '\u00a0';
const ZONES = Intl.supportedValuesOf('timeZone');

/** Metrics, way of drawing and time range; the rest behind a button, to leave the curve its room. */
export function Controls({ view, change }: Props) {
  const t = useText('visualization');
  const words = useText('domain');
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
        <Labelled label={NO_LABEL}>
          <Tooltip label={t('more')}>
            <ActionIcon
              variant="subtle"
              size={36}
              onClick={toggle}
              aria-label={t('more')}
              aria-expanded={more}
            >
              <IconAdjustmentsHorizontal size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Labelled>
      </Group>
      <Collapse expanded={more}>
        <MoreControls view={view} change={change} />
      </Collapse>
    </Stack>
  );
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // Room around what scrolls, for the ring of what has the focus.
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
  const { language } = useFormats();
  const format = LANGUAGES[language].date;
  return (
    <>
      <DateInput
        label={t('range.from')}
        w={150}
        valueFormat={format}
        locale={language}
        value={view.from || null}
        onChange={(from) => change({ from: from ?? '', zoom: null })}
        error={isBackwards(view) ? t('range.wrong') : undefined}
      />
      <DateInput
        label={t('range.to')}
        w={150}
        valueFormat={format}
        locale={language}
        value={view.to || null}
        onChange={(to) => change({ to: to ?? '', zoom: null })}
      />
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
          <NumberInput
            label={t('frequency.value')}
            w={120}
            min={1}
            max={3600}
            allowDecimal={false}
            value={every.value}
            onChange={(value) =>
              Number(value) >= 1 && change({ frequency: { ...every, value: Number(value) } })
            }
          />
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

/** Rarely used settings: frequency, zone, refresh, comparison. */
function MoreControls({ view, change }: Props) {
  const t = useText('visualization');
  const { timeZone } = useFormats();
  return (
    <Group gap="sm" align="flex-end">
      <Frequency view={view} change={change} />
      <Select
        label={t('zone.label')}
        w={260}
        searchable
        allowDeselect={false}
        value={view.zone}
        data={[
          { value: 'user', label: t('zone.user', { zone: timeZone }) },
          { value: 'browser', label: t('zone.browser', { zone: browserTimeZone() }) },
          { value: 'UTC', label: t('zone.utc') },
          ...ZONES.filter((zone) => zone !== 'UTC').map((zone) => ({ value: zone, label: zone })),
        ]}
        onChange={(zone) => zone && change({ zone })}
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
