import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconReload, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import type { Failure, Result } from '../../../lib/api/result.ts';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { ConfirmDelete } from '../../../ui/confirm-delete.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AsideChoice, filterBody } from './set-aside-filters.tsx';

interface Props {
  chosen: AsideChoice;
  search: string;
  /** Number of entries that pass the filter. */
  count: number;
  onDone: () => void;
}

/** Retries, or deletes, all entries that pass the filter: step by step, so that it can be stopped. */
export function SetAsideMany(props: Props) {
  const t = useText('settings');
  const [open, setOpen] = useState<'replay' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const none = props.count === 0;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReload size={16} aria-hidden />}
        disabled={none || props.chosen.replayed === 'true'}
        onClick={() => setOpen('replay')}
      >
        {t('aside.many.replay')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={none}
        onClick={() => setOpen('delete')}
      >
        {t('aside.many.delete')}
      </Button>
      <Modal opened={open === 'replay'} onClose={close} title={t('aside.many.replay_title')}>
        {open === 'replay' && <ReplayAll {...props} onClose={close} />}
      </Modal>
      <DeleteAll {...props} open={open === 'delete'} onClose={close} />
    </>
  );
}

type Step = Answer<'setAsideReplayMany'>;
const BEFORE = { tried: 0, taken: 0, stored: 0, merged: 0, duplicates: 0, masked: 0 };

/** One call after another until nothing is left, or it is stopped. */
function useReplayAll({ chosen, search, onDone }: Props) {
  const [replayMany] = useMutation('setAsideReplayMany');
  const [state, setState] = useState<'asks' | 'runs' | 'done'>('asks');
  const [total, setTotal] = useState(BEFORE);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopped = useRef(false);
  const start = async (): Promise<void> => {
    setState('runs');
    let after: number | null | undefined;
    while (after !== null && !stopped.current) {
      const body = { ...filterBody(chosen, search), ...(after === undefined ? {} : { after }) };
      const step: Result<Step> = await replayMany({ body });
      if (!step.ok) {
        setFailure(step);
        break;
      }
      const { data } = step;
      after = data.after;
      setTotal((sum) => ({
        tried: sum.tried + data.tried,
        taken: sum.taken + data.taken,
        stored: sum.stored + data.stored,
        merged: sum.merged + data.merged,
        duplicates: sum.duplicates + data.duplicates,
        masked: sum.masked + data.masked,
      }));
    }
    setState('done');
    onDone();
  };
  const stop = (): void => {
    stopped.current = true;
  };
  return { state, total, failure, start, stop };
}

function ReplayAll(props: Props & { onClose: () => void }) {
  const t = useText('settings');
  const common = useText('common');
  const formats = useFormats();
  const { state, total, failure, start, stop } = useReplayAll(props);
  const figures = Object.fromEntries(
    Object.entries(total).map(([name, value]) => [name, formats.number(value)]),
  ) as Record<keyof typeof total, string>;
  const close = (): void => {
    stop();
    props.onClose();
  };
  return (
    <Stack>
      <Text>{t('aside.many.replay_text')}</Text>
      {state !== 'asks' && (
        <>
          <Progress
            value={state === 'done' ? 100 : (100 * total.tried) / Math.max(1, props.count)}
            animated={state === 'runs'}
            aria-label={t('aside.many.replay_title')}
          />
          <Text role="status">{t('aside.many.result', { ...figures, count: total.taken })}</Text>
          {total.masked > 0 && (
            <Text>{t('aside.many.masked', { count: total.masked, masked: figures.masked })}</Text>
          )}
          {failure !== null && (
            <Text c="red" role="alert">
              {t('aside.replay_failed')}
            </Text>
          )}
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={state === 'runs' ? stop : close}>
          {state === 'done' ? common('action.close') : common('action.cancel')}
        </Button>
        {state !== 'done' && (
          <Button loading={state === 'runs'} onClick={() => void start()}>
            {t('aside.many.replay')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function DeleteAll({
  chosen,
  search,
  count,
  open,
  onClose,
  onDone,
}: Props & { open: boolean; onClose: () => void }) {
  const t = useText('settings');
  const [deleteMany] = useMutation('setAsideDelete');
  const formats = useFormats();
  const run = async (): Promise<Result<unknown>> => {
    const { replayed } = chosen;
    const body = {
      ...filterBody(chosen, search),
      ...(replayed === undefined ? {} : { replayed: replayed === 'true' }),
    };
    let deleted = 0;
    for (;;) {
      const step = await deleteMany({ body });
      if (!step.ok) return step;
      deleted += step.data.deleted;
      if (!step.data.more) {
        toast.success(t('aside.many.deleted', { count: deleted, number: formats.number(deleted) }));
        onDone();
        return step;
      }
    }
  };
  return (
    <ConfirmDelete name={open ? t('aside.many.delete_name') : null} onClose={onClose} onConfirm={run}>
      <Text>{t('aside.many.delete_text', { count, number: formats.number(count) })}</Text>
    </ConfirmDelete>
  );
}
