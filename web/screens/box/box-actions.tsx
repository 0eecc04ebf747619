import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Group } from '@mantine/core';
import {
  IconChartLine,
  IconPencil,
  IconPrinter,
  IconRefresh,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ForMembers } from '../../entities/session/for-members.tsx';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';
import { ReplaceDialog } from './hardware/replace-dialog.tsx';
import { ShareButton } from './share-dialog.tsx';
import type { Refresh } from './use-refresh.ts';

/** Asks the box to report now; shows while it is waiting. `plain`: where space is limited. */
export function RefreshButton({ refresh, plain = false }: { refresh: Refresh; plain?: boolean }) {
  const t = useText('box');
  const member = useGrants('member');
  if (!member) return null;
  return (
    <Button
      variant="default"
      px={plain ? 8 : undefined}
      leftSection={plain ? undefined : <IconRefresh size={16} aria-hidden />}
      loading={refresh.busy}
      disabled={refresh.waiting}
      onClick={refresh.ask}
    >
      {refresh.waiting ? t('refresh.waiting') : t('action.refresh')}
    </Button>
  );
}

interface Props {
  box: Box;
  refresh?: Refresh;
}

/** Actions on a box; without `refresh` if that button is elsewhere. */
export function BoxActions({ box, refresh }: Props) {
  const t = useText('box');
  const privileged = useGrants('privileged');
  const [deleting, setDeleting] = useState(false);
  const [replacing, setReplacing] = useState(false);
  return (
    <Group gap="xs">
      {refresh ? <RefreshButton refresh={refresh} /> : null}
      {box.aeros.length > 0 ? (
        <LinkButton
          variant="default"
          to={paths.visualization({ aeros: box.aeros.map((aero) => aero.id) })}
          leftSection={<IconChartLine size={16} aria-hidden />}
        >
          {t('action.visualize')}
        </LinkButton>
      ) : null}
      <LinkButton
        variant="default"
        to={paths.box(box.id, { view: 'paper' })}
        leftSection={<IconPrinter size={16} aria-hidden />}
      >
        {t('action.print')}
      </LinkButton>
      {privileged ? <ShareButton box={box.id} /> : null}
      {privileged ? (
        <Button
          variant="default"
          leftSection={<IconReplace size={16} aria-hidden />}
          onClick={() => setReplacing(true)}
        >
          {t('hardware.action')}
        </Button>
      ) : null}
      {privileged ? (
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('action.delete')}
        </Button>
      ) : null}
      <ForMembers>
        <LinkButton to={paths.boxEdit(box.id)} leftSection={<IconPencil size={16} aria-hidden />}>
          {t('action.edit')}
        </LinkButton>
      </ForMembers>
      <ReplaceDialog box={box} opened={replacing} onClose={() => setReplacing(false)} />
      <DeleteBox box={box} opened={deleting} onClose={() => setDeleting(false)} />
    </Group>
  );
}

function DeleteBox({ box, opened, onClose }: { box: Box; opened: boolean; onClose: () => void }) {
  const t = useText('box');
  const [deleteBox] = useMutation('boxesDelete');
  const navigate = useNavigate();
  return (
    <ConfirmDelete
      name={opened ? box.serial_number : null}
      onClose={onClose}
      onConfirm={async () => {
        const result = await deleteBox({ params: { id: box.id } });
        if (result.ok) {
          toast.success(t('deleted'));
          navigate(paths.boxes());
        }
        return result;
      }}
    >
      {t('deleteText')}
    </ConfirmDelete>
  );
}
