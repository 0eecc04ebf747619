import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { type ChosenKind, GENERAL_KIND, type WorkKind } from '@aerowatch/domain/work/kinds';
import type { WorkSeverity, WorkSource } from '@aerowatch/domain/work/orders';
import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { TextAreaField, TextField } from '../../forms/text-field.tsx';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import type { Answer, Body } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';
import { ClientsOfBoxes } from '../clients/several-clients.tsx';
import { kindsToChoose } from './kinds-to-choose.ts';
import { AssigneeInput, DueInput, KindInput, SeverityInput } from './order-fields.tsx';
import { sharedErrors } from './shared-errors.ts';

/** What an order is created from. */
export interface OrderTarget {
  readonly box: number;
  readonly aero?: number | null;
  readonly type: WorkSource;
  readonly alert?: number;
  readonly kind?: WorkKind;
}
interface Props {
  /** The dialog is open while there are some. */
  targets: readonly OrderTarget[];
  onClose: () => void;
  onDone?: () => void;
}

/** Creates a work order for each target; an existing open one of the same AERO and kind is kept instead. */
export function CreateOrderDialog({ targets, onClose, onDone }: Props) {
  const t = useText('work');
  return (
    <Modal opened={targets.length > 0} onClose={onClose} title={t('create.title', { count: targets.length })}>
      {targets.length > 0 ? <CreateForm targets={targets} onClose={onClose} onDone={onDone} /> : null}
    </Modal>
  );
}

function CreateForm({ targets, onClose, onDone }: Props) {
  const t = useText('work');
  const common = useText('common');
  const boxes = useTable('boxes');
  const kinds = kindsToChoose(targets);
  const [chosen, setChosen] = useState<ChosenKind>(GENERAL_KIND);
  const [severity, setSeverity] = useState<WorkSeverity>('medium');
  const [due, setDue] = useState<string | null>(null);
  const [assignee, setAssignee] = useState<number | null>(null);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const { create, busy, refusal } = useCreation(useFinish(onClose, onDone));
  const { fields } = sharedErrors(refusal?.errors ?? {});
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const shared = { severity, due_on: due, assignee, title, description };
    void create(
      targets.map(({ box, aero, type, alert, kind }) => ({
        ...shared,
        box,
        aero: aero ?? null,
        source: sourceOf({ type, alert, kind: kind ?? (kinds.length > 0 ? chosen : undefined) }),
      })),
    );
  };
  return (
    <form onSubmit={save}>
      <Stack>
        <ClientsOfBoxes boxes={[...new Set(targets.map(({ box }) => box))]} />
        <Text c="dimmed">{t('create.help')}</Text>
        <KindInput kinds={kinds} value={chosen} onChange={setChosen} />
        <SeverityInput value={severity} onChange={setSeverity} />
        <DueInput value={due} onChange={setDue} error={fields.due_on} />
        <AssigneeInput
          client={boxes[targets[0]!.box]?.client ?? null}
          value={assignee}
          onChange={setAssignee}
          error={fields.assignee}
        />
        <TextField
          label={t('field.title')}
          description={t('create.title_help')}
          max={TEXT_LENGTHS.work_order.title}
          value={title}
          error={fields.title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextAreaField
          label={t('field.description')}
          max={TEXT_LENGTHS.work_order.description}
          value={description}
          error={fields.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <RefusalAlert refusal={refusal} />
        <DialogButtons onCancel={onClose} act={common('action.create')} loading={busy} data-autofocus />
      </Stack>
    </form>
  );
}

/** The part of a refusal that belongs to no field. */
function RefusalAlert({ refusal }: { refusal: Failure | null }) {
  const common = useText('common');
  const { fields, rest } = sharedErrors(refusal?.errors ?? {});
  if (refusal === null || (rest.length === 0 && Object.keys(fields).length > 0)) return null;
  return (
    <FailureAlert
      title={common('error.creating')}
      failure={rest.length === 0 ? refusal : { ...refusal, errors: { non_field_errors: rest } }}
    />
  );
}

type NewOrder = Body<'workOrdersBulk'>['orders'][number];

/** Creates orders; a refusal of the server is shown in the form. */
function useCreation(onCreated: (created: Answer<'workOrdersBulk'>) => void) {
  const [createOrders, busy] = useMutation('workOrdersBulk');
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const create = async (orders: NewOrder[]): Promise<void> => {
    setRefusal(null);
    const result = await createOrders({ body: { orders } });
    if (result.ok) return onCreated(result.data);
    focusFirstError(null);
    setRefusal(result.aborted || result.status === 403 ? null : result);
  };
  return { create, busy, refusal };
}

/** The source of an order, without unknown values. */
const sourceOf = ({
  type,
  alert,
  kind,
}: Pick<OrderTarget, 'type' | 'alert'> & { kind: WorkKind | undefined }) => ({
  type,
  ...(alert === undefined ? {} : { alert }),
  ...(kind === undefined ? {} : { kind }),
});

/** A single order is opened; for many a message says how many were created and how many existed. */
function useFinish(onClose: () => void, onDone: (() => void) | undefined) {
  const t = useText('work');
  const navigate = useNavigate();
  return ({ created, existing }: { created: number[]; existing: number[] }): void => {
    toast.success(
      [
        t('create.done', { count: created.length }),
        ...(existing.length === 0 ? [] : [t('create.existing', { count: existing.length })]),
      ].join(' '),
    );
    onClose();
    onDone?.();
    const [only, ...others] = [...created, ...existing];
    if (only !== undefined && others.length === 0) navigate(paths.workOrder(only));
  };
}
