import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/notifications/webhook-events';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Checkbox, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ClientSelect } from '../../../entities/clients/client-select.tsx';
import { Overtaken } from '../../../forms/saving/overtaken.tsx';
import { useSaveOver } from '../../../forms/saving/use-save-over.ts';
import { TextField } from '../../../forms/text-field.tsx';
import { focusFirstError } from '../../../forms/use-contract-form.ts';
import { flatErrors } from '../../../lib/api/result.ts';
import { changedOnly } from '../../../lib/changed.ts';
import { useFormats } from '../../../lib/format.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { toast } from '../../../ui/toast.ts';
import { OnceValue } from '../once-value.tsx';
import { savingOf } from './save-webhook.ts';
import { bodyOf, type Draft, draftOf, eventKey, type Webhook } from './webhook.ts';

interface Props {
  opened: boolean;
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onDone: () => void;
}

/** Creates a webhook, whose secret is shown once, or changes one. */
export function WebhookDialog({ opened, webhook, onClose, onDone }: Props) {
  const t = useText('settings');
  const [secret, setSecret] = useState<string | null>(null);
  const close = (): void => {
    setSecret(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t(webhook === null ? 'webhooks.create' : 'webhooks.edit')}
      size="lg"
    >
      {secret !== null ? <OnceValue value={secret} use={t('webhooks.secret_use')} onClose={close} /> : null}
      {opened && secret === null ? (
        <WebhookForm webhook={webhook} onClose={close} onDone={onDone} onSecret={setSecret} />
      ) : null}
    </Modal>
  );
}

type FormProps = Omit<Props, 'opened'> & { onSecret: (secret: string) => void };

function useWebhookForm({ webhook, onClose, onDone, onSecret }: FormProps) {
  const common = useText('common');
  const [createWebhook] = useMutation('webhooksCreate');
  const { language } = useFormats();
  const isAdmin = useGrants('admin');
  const own = useProfile()?.client ?? null;
  const [draft, setDraft] = useState<Draft>(() => draftOf(webhook, own));
  const { base, overtaken, save, take } = useSaveOver(webhook);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, during] = useBusy();
  const create = () => {
    const client = isAdmin && draft.client !== null ? { client: draft.client } : {};
    return createWebhook({ body: { ...bodyOf(draft), language, ...client } });
  };
  const change = (over: Webhook) =>
    // Only the changes made here: other fields may have changed in the meantime.
    save(savingOf(over.id, changedOnly(bodyOf(draftOf(over, own)), bodyOf(draft))), over);
  const submit = async (over = base): Promise<void> => {
    setErrors({});
    const result = await during(over === null ? create() : change(over));
    // The list behind the dialog is reloaded too.
    if (result === null) return onDone();
    if (!result.ok) {
      setErrors(flatErrors(result.errors ?? {}));
      focusFirstError(null);
      return toast.failure(result, common(webhook === null ? 'error.creating' : 'error.updating'));
    }
    onDone();
    if ('secret' in result.data) onSecret(String(result.data.secret));
    else onClose();
  };
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const fill = (theirs: Webhook): void => {
    setDraft(draftOf(theirs, own));
    setErrors({});
    take(theirs);
  };
  return { draft, set, errors, busy, submit, isAdmin, overtaken, fill };
}

function WebhookForm(props: FormProps) {
  const { webhook, onClose } = props;
  const t = useText('settings');
  const common = useText('common');
  const form = useWebhookForm(props);
  const { draft, set, errors, busy, submit, isAdmin } = form;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <TextInput
          label={t('webhooks.url')}
          withAsterisk
          data-autofocus
          placeholder="https://"
          value={draft.url}
          error={errors.url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <TextField
          label={t('webhooks.description')}
          max={TEXT_LENGTHS.webhook.description}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        {isAdmin && webhook === null ? (
          <ClientSelect
            withAsterisk
            value={draft.client}
            onChange={(client) => set({ client })}
            error={errors.client}
          />
        ) : null}
        <Events value={draft.events} error={errors.events} onChange={(events) => set({ events })} />
        <Switch
          label={t('webhooks.enabled')}
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        <OvertakenWebhook {...form} />
        <DialogButtons
          onCancel={onClose}
          act={common(webhook === null ? 'action.create' : 'action.save')}
          loading={busy}
        >
          <Renew {...props} />
        </DialogButtons>
      </Stack>
    </form>
  );
}

type OvertakenProps = Pick<ReturnType<typeof useWebhookForm>, 'overtaken' | 'busy' | 'fill' | 'submit'>;

/** Another user changed the same fields meanwhile. */
function OvertakenWebhook({ overtaken, busy, fill, submit }: OvertakenProps) {
  const t = useText('settings');
  if (overtaken === null) return null;
  return (
    <Overtaken
      at={overtaken.theirs.updated_at}
      parts={overtaken.fields.map((field) =>
        t(field === 'enabled' ? 'webhooks.state' : `webhooks.${field as 'url'}`),
      )}
      busy={busy}
      onTake={() => fill(overtaken.theirs)}
      onKeep={() => void submit(overtaken.theirs)}
    />
  );
}

interface EventsProps {
  value: string[];
  error: string | undefined;
  onChange: (events: string[]) => void;
}
function Events({ value, error, onChange }: EventsProps) {
  const t = useText('settings');
  return (
    <Checkbox.Group label={t('webhooks.events')} withAsterisk value={value} onChange={onChange} error={error}>
      <Stack gap={6} mt={6}>
        {WEBHOOK_EVENT_KEYS.map((key) => (
          <Checkbox key={key} value={key} label={t(`webhooks.event.${eventKey(key)}`)} description={key} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The previous secret also signs for one day. */
function Renew({ webhook, onSecret }: FormProps) {
  const t = useText('settings');
  const common = useText('common');
  const [renewSecret] = useMutation('webhooksSecret', common('error.updating'));
  if (webhook === null) return null;
  const renew = async (): Promise<void> => {
    const result = await renewSecret({ params: { id: webhook.id }, body: {} });
    if (!result.ok) return;
    onSecret(result.data.secret);
  };
  return (
    <Button variant="subtle" onClick={() => void renew()}>
      {t('webhooks.renew')}
    </Button>
  );
}
