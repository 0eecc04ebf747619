import { confirmsDeletion, deletionSentence } from '@aerowatch/domain/validation';
import { Code, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Result } from '../lib/api/result.ts';
import { useBusy } from '../lib/hooks/use-busy.ts';
import { currentLanguage, useText } from '../lib/text.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { failureText } from './states/failure.ts';
import { Problem } from './states/problem.tsx';

interface Props {
  /** What is to be deleted; null closes the dialog. */
  name: string | null;
  onClose: () => void;
  /** Deletes; a refusal (409 lists what depends on it) is shown in the dialog. */
  onConfirm: () => Promise<Result<unknown>>;
  /** What is deleted with it. */
  children?: ReactNode;
}

/** Deletion requires typing a sentence: "delete {name}", « supprimer {name} ». */
export function ConfirmDelete({ name, onClose, ...rest }: Props) {
  const t = useText('common');
  return (
    <Modal opened={name !== null} onClose={onClose} title={t('delete.title', { name: name ?? '' })}>
      {name !== null && <Confirmation key={name} name={name} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Confirmation({ name, onClose, onConfirm, children }: Props & { name: string }) {
  const t = useText('common');
  const [typed, setTyped] = useState('');
  const [busy, during] = useBusy();
  const [refusal, setRefusal] = useState<string | null>(null);
  const language = currentLanguage();
  const sure = confirmsDeletion(typed, language, name);
  const submit = async (): Promise<void> => {
    const result = await during(onConfirm());
    if (result.ok) onClose();
    else if (result.status !== 403) setRefusal(failureText(result).advice);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog may be inside another form, which must not be submitted.
        event.stopPropagation();
        if (sure && !busy) void submit();
      }}
    >
      <Stack>
        {children ?? <Text>{t('delete.explain')}</Text>}
        <TextInput
          data-autofocus
          label={t('delete.type')}
          description={<Code>{deletionSentence(language, name)}</Code>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Problem text={refusal} title={t('error.deleting')} />
        <DialogButtons
          onCancel={onClose}
          act={t('action.delete')}
          color="red"
          disabled={!sure}
          loading={busy}
          leftSection={<IconTrash size={16} aria-hidden />}
        />
      </Stack>
    </form>
  );
}
