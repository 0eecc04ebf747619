import { Alert, CopyButton, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { IconButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';

export type Credentials = Answer<'boxesCredentials'>;

/** Creates a device password of a box, which only the answer contains. */
export function useNewCredentials(box: number) {
  const common = useText('common');
  const [made, setMade] = useState<Credentials | null>(null);
  const [renewCredentials, busy] = useMutation('boxesCredentials');
  const make = async (hours = 0): Promise<void> => {
    const result = await renewCredentials({ params: { id: box }, body: { overlap_hours: hours } });
    if (result.ok) setMade(result.data);
    else toast.failure(result, common('error.creating'));
  };
  return { made, make, busy };
}

/** User name and password of a box, shown once. */
export function ShownCredentials({ made }: { made: Credentials }) {
  const t = useText('boxes');
  return (
    <Stack>
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="status">
        {t('credentials.once')}
      </Alert>
      {made.external_broker ? (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('credentials.external')}
        </Alert>
      ) : null}
      <ToCopy label={t('credentials.username')} value={made.username} />
      <ToCopy label={t('credentials.password')} value={made.password} />
    </Stack>
  );
}

/** A value to be entered into a box, with a copy button. */
export function ToCopy({ label, value }: { label: string; value: string }) {
  const t = useText('boxes');
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <IconButton
              label={copied ? t('credentials.copied') : t('credentials.copy', { what: label })}
              onClick={copy}
              icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            />
          )}
        </CopyButton>
      }
    />
  );
}
