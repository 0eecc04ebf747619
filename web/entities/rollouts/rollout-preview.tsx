import { Alert, Paper, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { LoadingLines } from '../../ui/states/states.tsx';
import { SeveralClients } from '../clients/several-clients.tsx';
import type { CheckedBoxes, Exception } from './use-rollout-preview.ts';

/** Skipped ones first: they are why fewer boxes are updated than were chosen. */
const ORDER = ['other_client', 'busy', 'already', 'held', 'newer', 'silent'] as const;
/** Boxes named of each kind; the others are counted. */
const MAX_NAMED = 6;

/** Who is skipped, who waits and who is at risk, before an update starts. */
export function RolloutPreview({ preview, failure, taken }: CheckedBoxes) {
  const t = useText('rollouts');
  const formats = useFormats();
  if (failure !== undefined) return <FailureAlert failure={failure} title={t('preview.failed')} />;
  if (preview === undefined) return <LoadingLines lines={2} />;
  const kinds = Map.groupBy(preview.exceptions, ({ outcome }) => outcome);
  return (
    <>
      <SeveralClients counts={preview.clients} />
      <Paper p="sm" bg="var(--aw-hover)" role="status" aria-label={t('preview.title')}>
        <Text fw={600}>
          {t('preview.updated', { count: taken.length, total: formats.number(preview.total, 0) })}
        </Text>
        {ORDER.map((outcome) => (
          <Kind key={outcome} outcome={outcome} boxes={kinds.get(outcome) ?? []} />
        ))}
      </Paper>
      {preview.needs_approval && taken.length > 0 ? (
        <Alert color="amber" icon={<IconUsers aria-hidden />}>
          {t('preview.needs_approval')}
        </Alert>
      ) : null}
    </>
  );
}

function Kind({ outcome, boxes }: { outcome: (typeof ORDER)[number]; boxes: readonly Exception[] }) {
  const t = useText('rollouts');
  const formats = useFormats();
  const nameOf = useNameWithReason();
  if (boxes.length === 0) return null;
  const named = boxes.slice(0, MAX_NAMED).map(nameOf);
  const rest = boxes.length - named.length;
  return (
    <Text mt={6} style={{ overflowWrap: 'anywhere' }}>
      {`${formats.number(boxes.length, 0)} · ${t(`preview.${outcome}`)}`}
      <SmallText span display="block">
        {[...named, ...(rest > 0 ? [t('preview.more', { count: rest })] : [])].join(', ')}
      </SmallText>
    </Text>
  );
}

function useNameWithReason(): (box: Exception) => string {
  const t = useText('rollouts');
  const formats = useFormats();
  return ({ serial_number: box, outcome, detail, heard_at }) => {
    const heard = heard_at === null ? t('preview.never_heard') : formats.dateTime(heard_at);
    const reason =
      outcome === 'silent' ? (heard_at === null ? heard : t('preview.since', { when: heard })) : detail;
    return reason === null ? box : t('preview.named', { box, detail: reason });
  };
}
