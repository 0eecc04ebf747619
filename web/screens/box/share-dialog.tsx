import type { BoxLink } from '@aerowatch/contracts/api/box-links';
import { LINK_DAYS } from '@aerowatch/domain/box/box-links';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { ActionIcon, Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NumberField } from '../../forms/number-field.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { type Held, sent } from '../../forms/typed/reading.ts';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { Copy } from '../../ui/copy.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

/** Read-only links to a box: valid ones, creating one, revoking one. */
export function ShareButton({ box }: { box: number }) {
  const t = useText('box');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('link.action')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('link.title')} size="lg">
        <Links box={box} />
      </Modal>
    </>
  );
}

function Links({ box }: { box: number }) {
  const t = useText('box');
  const read = useQuery('boxLinksList', { params: { id: box } });
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('link.help')}</Text>
      <Making
        box={box}
        onMade={(made) => {
          setUrl(made);
          read.refetch();
        }}
      />
      {url === null ? null : <Made url={url} />}
      {read.failure === undefined ? null : <ErrorState failure={read.failure} onRetry={read.refetch} />}
      {read.isLoading ? <LoadingLines lines={2} /> : null}
      {(read.data ?? []).map((link) => (
        <One key={link.id} link={link} onEnded={read.refetch} />
      ))}
      {read.data?.length === 0 ? <Text>{t('link.none')}</Text> : null}
    </Stack>
  );
}

function Making({ box, onMade }: { box: number; onMade: (url: string) => void }) {
  const t = useText('box');
  const [name, setName] = useState('');
  const [days, setDays] = useState<Held<number>>(LINK_DAYS);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [createLink, busy] = useMutation('boxLinksCreate');
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name, days: sent(days) ?? Number.NaN };
    const result = await createLink({ params: { id: box }, body });
    setErrors(result.ok ? {} : flatErrors(result.errors));
    if (!result.ok) {
      focusFirstError(null);
      return result.status === 400 ? undefined : toast.failure(result);
    }
    setName('');
    onMade(result.data.url);
  };
  return (
    <form onSubmit={(event) => void make(event)}>
      <Group align="flex-start" gap="sm">
        <TextField
          label={t('link.name')}
          withAsterisk
          max={TEXT_LENGTHS.box_link.name}
          style={{ flex: '1 1 220px' }}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberField label={t('link.days')} w={160} value={days} error={errors.days} onChange={setDays} />
        <Button type="submit" loading={busy} mt={24}>
          {t('link.make')}
        </Button>
      </Group>
    </form>
  );
}

function Made({ url }: { url: string }) {
  const t = useText('box');
  return (
    <Alert color="teal" title={t('link.once')}>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {url}
      </Code>
      <Copy value={url} size="xs" mt="xs" />
    </Alert>
  );
}

function One({ link, onEnded }: { link: BoxLink; onEnded: () => void }) {
  const t = useText('box');
  const [deleteLink] = useMutation('boxLinksDelete');
  const formats = useFormats();
  const end = async () => {
    const result = await deleteLink({ params: { id: link.id } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('link.ended'));
    onEnded();
  };
  const facts = [
    t('link.until', { when: formats.dateTime(link.expires_at) }),
    t('link.used', { count: link.uses }),
    link.user_name ?? '',
  ];
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {link.name}
        </Text>
        <SmallText>{facts.filter((fact) => fact !== '').join(' · ')}</SmallText>
      </div>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('link.end', { name: link.name })}
        onClick={() => void end()}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
