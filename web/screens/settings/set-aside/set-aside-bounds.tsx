import { setAsideSetBounds } from '@aerowatch/contracts/api/set-aside';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAdjustments, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../../forms/form-screen.tsx';
import { NumberField } from '../../../forms/number-field.tsx';
import type { Held } from '../../../forms/typed/reading.ts';
import { useContractForm } from '../../../forms/use-contract-form.ts';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { toast } from '../../../ui/toast.ts';

type Figures = Answer<'setAsideFigures'>;
const NAMED = 3;
const UNITS = { quota_mb: { unit: 'MiB' } } as const;

/** How much is kept and for how long, and how much was dropped; administrators can change it. */
export function SetAsideBounds() {
  const t = useText('settings');
  const formats = useFormats();
  const isAdmin = useGrants('admin');
  const [open, setOpen] = useState(false);
  const { data, refetch } = useQuery('setAsideFigures', {});
  if (data === undefined) return null;
  const close = (): void => setOpen(false);
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm">
        <Text c="dimmed">
          {t('aside.bounds.text', {
            quota: formats.number(data.quota_mb),
            days: formats.number(data.retention_days),
            count: data.retention_days,
          })}
        </Text>
        {isAdmin && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('aside.bounds.change')}
          </Button>
        )}
      </Group>
      {data.not_kept > 0 && <NotKept figures={data} />}
      <Modal opened={open} onClose={close} title={t('aside.bounds.title')}>
        {open && (
          <BoundsForm
            figures={data}
            onDone={() => {
              close();
              refetch();
            }}
          />
        )}
      </Modal>
    </Stack>
  );
}

function NotKept({ figures }: { figures: Figures }) {
  const t = useText('settings');
  const formats = useFormats();
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('aside.bounds.not_kept', {
        count: figures.not_kept,
        number: formats.number(figures.not_kept),
        size: formats.bytes(figures.not_kept_bytes),
      })}
    >
      {t('aside.bounds.not_kept_text')}{' '}
      {figures.boxes.slice(0, NAMED).map((one, index) => (
        <span key={one.box}>
          {index > 0 && ', '}
          {one.box === null ? (
            '–'
          ) : (
            <TextLink to={paths.box(one.box)} inherit>
              {one.serial_number}
            </TextLink>
          )}
          {` (${formats.number(one.not_kept)})`}
        </span>
      ))}
    </Alert>
  );
}

function BoundsForm({ figures, onDone }: { figures: Figures; onDone: () => void }) {
  const t = useText('settings');
  const common = useText('common');
  const [setBounds] = useMutation('setAsideSetBounds');
  const { form, busy, failure, onSubmit } = useContractForm({
    initial: { quota_mb: figures.quota_mb, retention_days: figures.retention_days } as Record<
      'quota_mb' | 'retention_days',
      Held<number>
    >,
    schema: setAsideSetBounds.body,
    measured: (path) => (path === 'quota_mb' ? UNITS.quota_mb : null),
    submit: (body: never) => setBounds({ body }),
    onSuccess: () => {
      toast.success(t('aside.bounds.saved'));
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <NumberField
          label={t('aside.bounds.quota')}
          description={t('aside.bounds.quota_help')}
          unit={UNITS.quota_mb.unit}
          {...form.getInputProps('quota_mb')}
        />
        <NumberField
          label={t('aside.bounds.days')}
          description={t('aside.bounds.days_help')}
          {...form.getInputProps('retention_days')}
        />
        {failure !== null && <FailureAlert failure={failure} title={common('error.updating')} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {common('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
