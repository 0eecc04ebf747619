import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { DISMISSAL_REASONS, type DismissalReason } from '@aerowatch/domain/work/orders';
import { Modal, Radio, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DayInput } from '../../forms/day-input.tsx';
import { TextAreaField } from '../../forms/text-field.tsx';
import type { EndpointKey } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';
import { SilenceDialog } from '../silences/silence-dialog.tsx';
import { AssigneeInput } from '../work/order-fields.tsx';
import type { Acted, Question } from './matter.ts';

interface Props {
  question: Question;
  matters: Acted;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the data of an act on matters: a reason, a user, a day, a comment. Loaded when first opened. */
export default function MatterDialog({ question, ...props }: Props) {
  const t = useText('inbox');
  const { matters, onClose } = props;
  const [first] = matters;
  const serial = useItem('boxes', first?.box)?.serial_number;
  if (question === 'silence')
    return (
      <SilenceDialog
        boxes={[...new Set(matters.map(({ box }) => box))]}
        onClose={onClose}
        onDone={props.onDone}
      />
    );
  const Form = FORMS[question];
  // A dozen matters may have the name of one rule: the box says which it is.
  const named = [first?.name, first?.name.includes(serial ?? '') ? '' : serial].filter(Boolean).join(', ');
  const about = matters.length === 1 ? named : t('matters', { count: matters.length });
  return (
    <Modal opened onClose={onClose} title={t(`ask.${question}`, { about })}>
      <Form {...props} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'question'>;
const FORMS = {
  dismiss: DismissForm,
  hand_over: HandOverForm,
  plan: PlanForm,
  confirm: ConfirmForm,
} as const;

interface FrameProps {
  act: string;
  busy: boolean;
  disabled?: boolean;
  onCancel: () => void;
  onSave: () => Promise<void>;
  comment: string;
  onComment: (text: string) => void;
  children?: ReactNode;
}
/** Fields, a comment, and the buttons. */
function Frame({ act, busy, disabled, onCancel, onSave, comment, onComment, children }: FrameProps) {
  const t = useText('inbox');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void onSave();
  };
  return (
    <form onSubmit={save}>
      <Stack>
        {children}
        <TextAreaField
          label={t('comment')}
          max={TEXT_LENGTHS.work_order.comment}
          value={comment}
          onChange={(event) => onComment(event.currentTarget.value)}
        />
        <DialogButtons onCancel={onCancel} act={act} loading={busy} disabled={disabled} />
      </Stack>
    </form>
  );
}

/** Sends an act; an error is shown at its field if there is one. */
function useAct<K extends Extract<EndpointKey, `workOrders${string}`>>(
  key: K,
  { onClose, onDone }: FormProps,
) {
  const t = useText('inbox');
  const [send, busy] = useMutation(key);
  const [comment, setComment] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const said = comment.trim() === '' ? {} : { comment: comment.trim() };
  const finish = (result: { ok: true } | Failure, done: string): void => {
    if (result.ok) {
      toast.success(done);
      onClose();
      onDone();
      return;
    }
    setErrors(flatErrors(result.errors));
    toast.failure(result, t('failed'));
  };
  return { send, busy, errors, finish, said, field: { comment, onComment: setComment } };
}

function DismissForm(props: FormProps) {
  const t = useText('inbox');
  const work = useText('work');
  const act = useAct('workOrdersDismiss', props);
  const [reason, setReason] = useState<DismissalReason | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    if (reason === null) return;
    const ids = props.matters.map(({ id }) => id);
    act.finish(
      await act.send({ body: { ids, reason, until, ...act.said } }),
      t('dismissed', { count: ids.length }),
    );
  };
  return (
    <Frame
      act={t('dismiss')}
      busy={act.busy}
      disabled={reason === null}
      onCancel={props.onClose}
      onSave={save}
      {...act.field}
    >
      <Radio.Group
        label={t('reason')}
        withAsterisk
        value={reason}
        onChange={(value) => setReason(value as DismissalReason)}
      >
        <Stack gap="xs" mt={6}>
          {DISMISSAL_REASONS.map((one) => (
            <Radio key={one} value={one} label={work(`dismissal.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <DayInput
        label={t('until')}
        description={t('until_help')}
        clearable
        value={until}
        onChange={setUntil}
        error={act.errors.until}
      />
    </Frame>
  );
}

function HandOverForm(props: FormProps) {
  const t = useText('inbox');
  const act = useAct('workOrdersAssign', props);
  const [assignee, setAssignee] = useState<number | null>(null);
  const save = async (): Promise<void> => {
    const ids = props.matters.map(({ id }) => id);
    act.finish(
      await act.send({ body: { ids, assignee, ...act.said } }),
      t('handed_over', { count: ids.length }),
    );
  };
  return (
    <Frame act={t('hand_over')} busy={act.busy} onCancel={props.onClose} onSave={save} {...act.field}>
      <AssigneeInput
        client={props.matters[0]?.client ?? null}
        value={assignee}
        onChange={setAssignee}
        error={act.errors.assignee}
      />
    </Frame>
  );
}

function PlanForm(props: FormProps) {
  const t = useText('inbox');
  const act = useAct('workOrdersPlan', props);
  const [day, setDay] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const ids = props.matters.map(({ id }) => id);
    act.finish(
      await act.send({ body: { ids, due_on: day, ...act.said } }),
      t('planned', { count: ids.length }),
    );
  };
  return (
    <Frame
      act={t('plan')}
      busy={act.busy}
      disabled={day === null}
      onCancel={props.onClose}
      onSave={save}
      {...act.field}
    >
      <DayInput label={t('day')} withAsterisk value={day} onChange={setDay} error={act.errors.due_on} />
    </Frame>
  );
}

/** A user's confirmation of a repair that measures cannot prove. */
function ConfirmForm(props: FormProps) {
  const t = useText('inbox');
  const act = useAct('workOrdersConfirm', props);
  const [holds, setHolds] = useState<'yes' | 'no' | null>(null);
  const save = async (): Promise<void> => {
    if (holds === null) return;
    const ids = props.matters.map(({ id }) => id);
    act.finish(await act.send({ body: { ids, holds: holds === 'yes', ...act.said } }), t('confirmed'));
  };
  return (
    <Frame
      act={t('confirm')}
      busy={act.busy}
      disabled={holds === null}
      onCancel={props.onClose}
      onSave={save}
      {...act.field}
    >
      <Radio.Group label={t('holds')} value={holds} onChange={(value) => setHolds(value as 'yes' | 'no')}>
        <Stack gap="xs" mt={6}>
          <Radio value="yes" label={t('holds_yes')} />
          <Radio value="no" label={t('holds_no')} />
        </Stack>
      </Radio.Group>
    </Frame>
  );
}
