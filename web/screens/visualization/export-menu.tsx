import {
  DEFAULT_FORMAT,
  FILE_FORMAT_KEYS,
  FILE_FORMATS,
  type FileFormat,
} from '@aerowatch/domain/file-formats';
import { Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  type Icon,
  IconDownload,
  IconFileSpreadsheet,
  IconListDetails,
  IconMail,
  IconPhoto,
  IconSquare,
  IconSquareCheck,
  IconUpload,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ChartHandle } from '../../charts/time-chart.tsx';
import type { ChartRange } from '../../charts/types.ts';
import { download, saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { paths } from '../../lib/paths.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { everyOf, type ViewState } from './view-state.ts';

/** Above this many measures the user is asked first (the customer's own rule). */
export const WARNING_THRESHOLD = 10_000;
/** Above this an export runs in the background. */
const JOB_THRESHOLD = 100_000;

/** Maximum number of AEROs in the name of a picture. */
const NAMED = 3;

interface Props {
  /** An export runs in the background: its progress is shown below the header. */
  onJob: (job: number) => void;
  view: ViewState;
  aeros: readonly number[];
  range: ChartRange;
  zone: string;
  chart: ChartHandle | null;
}

/** AEROs, metrics, times, units, language and zone of an export, as shown on the screen. */
function useShownAsRequest({ view, aeros, range, zone }: Props) {
  const formats = useFormats();
  return {
    aeros: [...aeros],
    metrics: [...view.metrics],
    period: { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() },
    reading: { unit_system: formats.unitSystem, time_zone: zone, language: formats.language },
  };
}

/** Exports into a file: at once, or in the background if it is large. */
function useFileExport(props: Props) {
  const t = useText('visualization');
  const formats = useFormats();
  const [createExport] = useMutation('measuresExportJob', t('export.failed'));
  const [busy, during] = useBusy();
  const every = everyOf(props.view);
  const { aeros, metrics, period, reading } = useShownAsRequest(props);
  const [hardware, setHardware] = useState(false);
  const column = hardware ? { hardware } : {};

  const inBackground = async (format: FileFormat) => {
    const result = await createExport({
      body: {
        ...reading,
        ...period,
        aero: aeros,
        metrics,
        format,
        ...(typeof every === 'number' ? { every } : {}),
        ...column,
      },
    });
    if (!result.ok) return;
    toast.success(t('export.started'));
    props.onJob(result.data.id);
  };
  const now = async (format: FileFormat) => {
    const shown = { metrics, ...reading, ...period, aero: aeros, format, ...(every ? { every } : {}) };
    const query = { ...shown, ...column };
    const result = await during(download('measuresExport', { query }, `aerowatch.${format}`));
    if (!result.ok) toast.failure(result, t('export.failed'));
  };
  const ask = async (format: FileFormat) => {
    const counted = await fetchOnce('measuresCount', { query: { aero: aeros, ...period } });
    if (!counted.ok) return toast.failure(counted, t('export.failed'));
    const { count } = counted.data;
    const run = () => void (count > JOB_THRESHOLD ? inBackground(format) : now(format));
    if (count <= WARNING_THRESHOLD) return run();
    modals.openConfirmModal({
      title: t('large.title'),
      children: t('large.export', { count: formats.number(count) }),
      labels: { confirm: t('large.go'), cancel: t('large.cancel') },
      onConfirm: run,
    });
  };
  return { ask, inBackground, busy, hardware, setHardware };
}

/** Saves the picture of the chart, named by its first AEROs and its times. */
function usePicture({ range, chart }: Props) {
  const t = useText('visualization');
  const formats = useFormats();
  return async (): Promise<void> => {
    if (!chart) return;
    const span = `${formats.dateTime(range.from)} – ${formats.dateTime(range.to)}`;
    const { picture, names } = await chart.png(`${t('title')} · ${span}`);
    const whose = names.length > NAMED ? [...names.slice(0, NAMED), '…'] : names;
    saveBlob(picture, `${whose.join(', ')} · ${span}.png`.replace(/[/:\\?*"<>|]/g, '-'));
  };
}

/** Exports exactly what is shown: these AEROs, metrics, times, in the user's units, language and zone. */
export function ExportMenu(props: Props) {
  const t = useText('visualization');
  const privileged = useGrants('privileged');
  const { ask, inBackground, busy, hardware, setHardware } = useFileExport(props);
  const savePicture = usePicture(props);
  const none = props.aeros.length === 0;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy}>
          {t('export.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Choice icon={IconPhoto} disabled={!props.chart} onClick={() => void savePicture()}>
          {t('export.png')}
        </Choice>
        {FILE_FORMAT_KEYS.map((format) => (
          <Choice key={format} icon={IconFileSpreadsheet} disabled={none} onClick={() => void ask(format)}>
            {FILE_FORMATS[format].label}
          </Choice>
        ))}
        <Menu.Divider />
        <Choice icon={IconMail} disabled={none} onClick={() => void inBackground(DEFAULT_FORMAT)}>
          {t('export.job')}
        </Choice>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hardware}
          closeMenuOnClick={false}
          leftSection={
            hardware ? <IconSquareCheck size={16} aria-hidden /> : <IconSquare size={16} aria-hidden />
          }
          onClick={() => setHardware(!hardware)}
        >
          {t('export.hardware')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.jobs()} leftSection={<IconListDetails size={16} aria-hidden />}>
          {t('export.jobs')}
        </Menu.Item>
        {privileged ? (
          <Menu.Item
            component={Link}
            to={paths.measuresImport()}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('export.import')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({
  icon: Sign,
  disabled,
  onClick,
  children,
}: {
  icon: Icon;
  disabled: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <Menu.Item leftSection={<Sign size={16} aria-hidden />} disabled={disabled} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
