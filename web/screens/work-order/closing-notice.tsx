import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { Queued } from '../../lib/offline/entry.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

/** Says that the closing of an order is only on this device so far, or why it was refused. */
export function ClosingNotice({ queued }: { queued: readonly Queued[] }) {
  const t = useText('offline');
  const closing = queued.find(({ kind, state }) => kind === 'closing' && state !== 'sent');
  if (closing === undefined) return null;
  const isRefused = closing.state === 'refused';
  return (
    <Alert
      color={isRefused ? 'red' : 'amber'}
      py="xs"
      mb="md"
      role="status"
      icon={<IconClock size={18} aria-hidden />}
    >
      {isRefused ? t('closing_refused', { why: closing.problem?.text ?? '' }) : t('closing_waits')}{' '}
      <TextLink to={paths.offline()}>{t('title')}</TextLink>
    </Alert>
  );
}
