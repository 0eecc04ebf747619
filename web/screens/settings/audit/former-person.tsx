import { Alert, Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { flatErrors } from '../../../lib/api/result.ts';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { toast } from '../../../ui/toast.ts';

type Person = Answer<'auditPerson'>;

/** The number of a deleted user, whom an administrator can identify by giving a reason, which is logged. */
export function FormerPerson({ id }: { id: number }) {
  const t = useText('settings');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" title={t('audit.who')} onClick={() => setOpened(true)}>
        {`#${id}`}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('audit.who_title', { id })}>
        {opened && <Asking id={id} onClose={() => setOpened(false)} />}
      </Modal>
    </>
  );
}

function Asking({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('settings');
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [person, setPerson] = useState<Person | null>(null);
  const [revealPerson, busy] = useMutation('auditPerson');
  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await revealPerson({ params: { id }, body: { reason } });
    if (result.ok) return setPerson(result.data);
    const said = flatErrors(result.errors).reason;
    setProblem(said ?? null);
    if (said === undefined) toast.failure(result);
  };
  if (person !== null)
    return (
      <Alert color="teal" title={person.name}>
        <Text>{person.email}</Text>
        <Text c="dimmed">{t('audit.who_deleted', { when: formats.dateTime(person.deleted_at) })}</Text>
      </Alert>
    );
  return (
    <form onSubmit={(event) => void ask(event)} noValidate>
      <Stack>
        <Text>{t('audit.who_text')}</Text>
        <Textarea
          label={t('audit.who_reason')}
          required
          autosize
          minRows={2}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogButtons act={t('audit.who')} loading={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
