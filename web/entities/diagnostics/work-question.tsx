import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { ForMembers } from '../session/for-members.tsx';
import type { Finding } from './finding-value.ts';

interface Props {
  aero: number;
  finding: Pick<Finding, 'worked_at'>;
}

/** Asks once whether a step was work that nobody entered; one tap settles it. */
export function WorkQuestion({ aero, finding: { worked_at: at } }: Props) {
  const t = useText('diagnostics');
  const formats = useFormats();
  const [send, isSending] = useMutation('diagnosticsWorked', t('worked.failed'));
  const [answered, setAnswered] = useState<string | null>(null);
  if (at === null || answered === at) return null;
  const date = formats.date(at);
  const answer = async (worked: boolean) => {
    const result = await send({ params: { id: aero }, body: { at, worked } });
    if (!result.ok) return;
    setAnswered(at);
    toast.success(t(worked ? 'worked.done_yes' : 'worked.done_no', { date }));
  };
  return (
    <ForMembers>
      <Alert
        color="blue"
        my="sm"
        className="aw-no-print"
        icon={<IconHelpCircle size={18} aria-hidden />}
        title={t('worked.title', { date })}
        role="group"
        aria-label={t('worked.title', { date })}
      >
        <Text>{t('worked.help')}</Text>
        <Group mt="xs" gap="sm">
          <Button size="xs" disabled={isSending} onClick={() => void answer(true)}>
            {t('worked.yes')}
          </Button>
          <Button size="xs" variant="default" disabled={isSending} onClick={() => void answer(false)}>
            {t('worked.no')}
          </Button>
        </Group>
      </Alert>
    </ForMembers>
  );
}
