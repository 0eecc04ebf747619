import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** The e-mail that awaits confirmation: loaded again, because a stored profile does not contain it. */
export function useEmailPending() {
  const state = useState<string | null>(null);
  const [, setPending] = state;
  useEffect(() => {
    let current = true;
    void fetchOnce('meGet').then((result) => {
      if (current && result.ok) setPending(result.data.email_pending ?? null);
    });
    return () => {
      current = false;
    };
  }, []);
  return state;
}

interface Props {
  email: string;
  present: string;
  onKept: () => void;
}

/** Reports that a link was sent, and can cancel the change. */
export function EmailPending({ email, present, onKept }: Props) {
  const t = useText('profile');
  const [patchMe, busy] = useMutation('mePatch');
  const keep = async (): Promise<void> => {
    const result = await patchMe({ body: { email: present } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('email_kept'));
    onKept();
  };
  return (
    <Alert title={t('email_pending_title')} icon={<IconMailQuestion size={18} aria-hidden />} role="status">
      <Stack gap="xs" align="flex-start">
        <Text>{t('email_pending', { email, present })}</Text>
        <Button size="xs" variant="default" loading={busy} onClick={() => void keep()}>
          {t('email_keep')}
        </Button>
      </Stack>
    </Alert>
  );
}
