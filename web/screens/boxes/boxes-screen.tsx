import type { Box } from '@aerowatch/contracts/api/boxes';
import { ActionIcon, Alert, Button, Group, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAdjustments,
  IconDots,
  IconDownload,
  IconPencil,
  IconPlus,
  IconRouter,
  IconStethoscope,
  IconUpload,
  IconWifiOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { boxName } from '../../entities/aero-names.ts';
import { useRefresh } from '../../entities/boxes/refresh-ends.ts';
import { useBoxFilters } from '../../entities/boxes/use-box-filters.tsx';
import { SeveralClients } from '../../entities/clients/several-clients.tsx';
import { SavedViews } from '../../entities/saved-views.tsx';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import type { Result } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { paths } from '../../lib/paths.ts';
import { useCollectionState, useIsWhole } from '../../lib/query/collection-state.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { AFTER_GAPS, PAGE_AGE } from '../../lib/query/use-followed.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { IconButton, LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { ConfigurationDialog } from './bulk/configuration-dialog.tsx';
import { FirmwareDialog } from './bulk/firmware-dialog.tsx';
import { TagsDialog } from './bulk/tags-dialog.tsx';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { exportChosen, exportList } from './export-boxes.ts';
import { useBoxList } from './use-list.ts';

const rowName = (box: Box) => box.serial_number;
type Dialog = { action: BulkAction; ids: number[]; clear: () => void } | null;

/** Acts on the selected boxes: at once, or by a dialog; saves lists into files. */
function useBulkActions() {
  const common = useText('common');
  const { language } = useFormats();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [saving, during] = useBusy();
  const save = async (exporting: Promise<Result<unknown>>): Promise<void> => {
    const result = await during(exporting);
    if (!result.ok) toast.failure(result, common('error.exporting'));
  };
  const act = (action: BulkAction, ids: number[], clear: () => void): void => {
    if (action === 'refresh') void refresh(ids);
    else if (action === 'export') void save(exportChosen(ids, language));
    else setDialog({ action, ids, clear });
  };
  return { dialog, setDialog, saving, save, act };
}

/** All boxes: search, filters, columns, selection and bulk actions. */
export default function BoxesScreen() {
  const t = useText('boxes');
  const common = useText('common');
  const { language } = useFormats();
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 62em)') ?? false;
  const filtering = useBoxFilters({ twin: true });
  const list = useBoxList(filtering);
  const { dialog, setDialog, saving, save, act } = useBulkActions();
  const changes = useGrants('member');
  const editing = (box: Box) => (
    <IconButton
      label={common('labelled', { label: common('action.edit'), value: boxName(box) })}
      to={paths.boxEdit(box.id)}
      icon={<IconPencil size={18} aria-hidden />}
    />
  );
  return (
    <ListScreen
      title={t('title')}
      dense
      header={{ actions: <HeadActions /> }}
      notice={<SilentNotice filtered={filtering.filters.status.includes('silent')} />}
      {...list.table}
      rowName={rowName}
      initialSort="serial_number"
      filters={filtering.controls}
      filterCount={filtering.count}
      onClearFilters={filtering.clear}
      onRowClick={(box) => navigate(paths.box(box.id))}
      actions={
        <>
          <ViewsOfBoxes />
          <Button
            variant="default"
            loading={saving}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save(exportList(list.query, language))}
          >
            {t('export')}
          </Button>
        </>
      }
      bulk={(selection) => (
        <>
          <SelectedClients boxes={selection.ids} onSelect={selection.select} />
          <BulkBar
            narrow={narrow}
            onAction={(action) => selection.act((ids) => act(action, ids, selection.clear))}
          />
        </>
      )}
      {...(changes ? { rowActions: editing } : {})}
      empty={useNoBoxes()}
    >
      <Dialogs dialog={dialog} onClose={() => setDialog(null)} />
    </ListScreen>
  );
}

/** Whose boxes are selected, where they are several clients'. */
function SelectedClients(props: { boxes: readonly number[]; onSelect: (boxes: readonly number[]) => void }) {
  const { boxes, onSelect } = props;
  const known = useTable('boxes');
  const groups = Map.groupBy(
    boxes.flatMap((id) => known[id] ?? []),
    ({ client }) => client,
  );
  const counts = [...groups].map(([client, of]) => ({ client, boxes: of.length }));
  const keep = (client: number | null) => onSelect((groups.get(client) ?? []).map(({ id }) => id));
  return <SeveralClients counts={counts} onKeep={keep} />;
}

/** Dialogs of the bulk actions. */
function Dialogs({ dialog, onClose }: { dialog: Dialog; onClose: () => void }) {
  const idsOf = (action: BulkAction): number[] => (dialog?.action === action ? dialog.ids : []);
  const ends = { onClose, onDone: () => dialog?.clear() };
  return (
    <>
      <CreateOrderDialog targets={idsOf('work').map((box) => ({ box, type: 'box' as const }))} {...ends} />
      <SilenceDialog boxes={dialog?.action === 'silence' ? dialog.ids : null} {...ends} />
      <TagsDialog boxes={idsOf('tags')} {...ends} />
      <FirmwareDialog boxes={idsOf('firmware')} {...ends} />
      <ConfigurationDialog boxes={idsOf('configuration')} {...ends} />
    </>
  );
}

/** Saves search, filters, columns, order and density of this list under a name; not the current page. */
function ViewsOfBoxes() {
  const [search] = useSearchParams();
  const kept = new URLSearchParams(search);
  kept.delete('page');
  return <SavedViews screen="boxes" query={kept.toString()} />;
}

/** Other actions of this screen; on a phone all but the first in one menu. */
function HeadActions() {
  const t = useText('boxes');
  const diagnostics = useText('diagnostics');
  const member = useGrants('member');
  const privileged = useGrants('privileged');
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const others = [
    { to: paths.diagnostics(), label: diagnostics('title'), Icon: IconStethoscope, may: true },
    { to: paths.configurationChanges(), label: t('changes.title'), Icon: IconAdjustments, may: member },
    { to: paths.boxImport(), label: t('import'), Icon: IconUpload, may: privileged },
  ].filter(({ may }) => may);
  return (
    <>
      {narrow ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('actions')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ to, label, Icon }) => (
              <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden />}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        others.map(({ to, label, Icon }) => (
          <LinkButton key={to} to={to} variant="default" leftSection={<Icon size={16} aria-hidden />}>
            {label}
          </LinkButton>
        ))
      )}
      {privileged ? (
        <LinkButton to={paths.boxCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('add')}
        </LinkButton>
      ) : null}
    </>
  );
}

/** How many boxes have sent nothing for more than a week, unless the list already shows them. */
function SilentNotice({ filtered }: { filtered: boolean }) {
  const t = useText('boxes');
  const whole = useIsWhole('boxes');
  const here = useCollection('boxes').filter(({ status }) => status === 'silent').length;
  const { isLoading } = useCollectionState('boxes');
  // With more boxes than are loaded, the server's count is used.
  const counted = useQuery(
    'boxesList',
    { query: { status: ['silent'], page_size: 1 } },
    { skip: whole || isLoading || filtered, live: AFTER_GAPS, pollingInterval: PAGE_AGE },
  );
  const silent = whole ? here : (counted.data?.count ?? 0);
  if (silent === 0 || filtered || isLoading) return null;
  return (
    <Alert color="amber" icon={<IconWifiOff aria-hidden />} mb="md">
      <Group gap="sm">
        {t('silent', { count: silent })}
        <TextLink to={paths.boxes({ status: 'silent' })} fw={600}>
          {t('silent_show')}
        </TextLink>
      </Group>
    </Alert>
  );
}

/** Shown instead of the list while there is no box. */
function useNoBoxes() {
  const t = useText('boxes');
  const privileged = useGrants('privileged');
  const actions = (
    <Group mt="sm" justify="center">
      <LinkButton to={paths.boxCreate()}>{t('add')}</LinkButton>
      <LinkButton to={paths.boxImport()} variant="default">
        {t('import')}
      </LinkButton>
    </Group>
  );
  return {
    title: t('empty'),
    icon: IconRouter,
    action: privileged ? actions : undefined,
    advice: t(privileged ? 'empty_text' : 'empty_member'),
  };
}
