import { boxesReplace } from '@aerowatch/contracts/api/box-hardware';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ShownCredentials } from '../../../entities/boxes/credentials.tsx';
import { MomentInput } from '../../../forms/moment-input.tsx';
import { useContractForm } from '../../../forms/use-contract-form.ts';
import type { Answer } from '../../../lib/api/contract.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { failureText } from '../../../ui/states/failure.ts';
import { Problem } from '../../../ui/states/problem.tsx';

interface Props {
  box: Box;
  opened: boolean;
  onClose: () => void;
}
type Replaced = Answer<'boxesReplace'>;

/** Gives a box new hardware: its serial number and when, then the password of the new one, shown once. */
export function ReplaceDialog({ box, opened, onClose }: Props) {
  const t = useText('box');
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  // The box already has its new serial number while the password is shown.
  const [before, setBefore] = useState(box.serial_number);
  const close = (): void => {
    setReplaced(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('hardware.title', { name: replaced === null ? box.serial_number : before })}
      // Shown only once: a click beside the dialog must not close it.
      closeOnClickOutside={replaced === null}
    >
      {replaced === null ? (
        <ReplaceForm
          box={box}
          onCancel={close}
          onDone={(answer) => {
            setBefore(box.serial_number);
            setReplaced(answer);
          }}
        />
      ) : (
        <Outcome before={before} replaced={replaced} onClose={close} />
      )}
    </Modal>
  );
}

interface FormProps {
  box: Box;
  onCancel: () => void;
  onDone: (answer: Replaced) => void;
}

interface Draft extends Record<string, unknown> {
  serial_number: string;
  /** Null means now. */
  at: string | null;
}

function ReplaceForm({ box, onCancel, onDone }: FormProps) {
  const t = useText('box');
  const domain = useText('domain');
  const [replace] = useMutation('boxesReplace');
  const { form, busy, failure, onSubmit } = useContractForm<Draft, Replaced>({
    initial: { serial_number: '', at: null },
    schema: boxesReplace.body,
    toBody: ({ serial_number, at }) => ({
      serial_number: serial_number.trim().toUpperCase(),
      ...(at === null ? {} : { at }),
    }),
    submit: (body) => replace({ params: { id: box.id }, body }),
    onSuccess: onDone,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <TextInput
          data-autofocus
          label={domain('field.serial_number')}
          description={t('hardware.serial_help')}
          withAsterisk
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('serial_number')}
        />
        <MomentInput
          label={t('hardware.at')}
          placeholder={t('log.now')}
          clearable
          {...form.getInputProps('at')}
        />
        <WhatMoves serial={box.serial_number} />
        <Problem text={failure === null ? null : failureText(failure).advice} />
        <DialogButtons onCancel={onCancel} act={t('hardware.replace')} loading={busy} />
      </Stack>
    </form>
  );
}

/** What becomes the new hardware's, and what becomes of the old one. */
function WhatMoves({ serial }: { serial: string }) {
  const t = useText('box');
  return (
    <Alert>
      <Stack gap="xs">
        <Text size="sm">{t('hardware.moves')}</Text>
        <List size="sm">
          <List.Item>{t('hardware.history')}</List.Item>
          <List.Item>{t('hardware.settings')}</List.Item>
          <List.Item>{t('hardware.credentials')}</List.Item>
        </List>
        <Text size="sm">{t('hardware.retired', { serial })}</Text>
      </Stack>
    </Alert>
  );
}

function Outcome(props: { before: string; replaced: Replaced; onClose: () => void }) {
  const { before, replaced, onClose } = props;
  const t = useText('box');
  const boxes = useText('boxes');
  const { credentials, hardware, measures_since: since } = replaced;
  return (
    <Stack>
      <Text role="status">{t('hardware.done', { before, after: hardware.at(-1)?.serial_number ?? '' })}</Text>
      {since > 0 ? (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('hardware.since', { count: since })}
        </Alert>
      ) : null}
      {credentials === null ? (
        <Text size="sm">{t('hardware.keeps')}</Text>
      ) : (
        <ShownCredentials made={credentials} />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>
          {credentials === null ? t('hardware.close') : boxes('credentials.done')}
        </Button>
      </Group>
    </Stack>
  );
}
