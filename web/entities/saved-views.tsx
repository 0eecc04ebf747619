import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { ActionIcon, Button, Divider, Group, Popover, Text } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { TextField } from '../forms/text-field.tsx';
import type { Answer } from '../lib/api/contract.ts';
import { useSearch } from '../lib/hooks/use-address.ts';
import { useMutation } from '../lib/query/use-mutation.ts';
import { useQuery } from '../lib/query/use-query.ts';
import { useText } from '../lib/text.ts';
import { usePhone } from '../table/use-row-window.ts';
import { toast } from '../ui/toast.ts';

interface Props {
  screen: 'visualization' | 'boxes';
  /** The part of the address that is saved. */
  query: string;
}

type SavedView = Answer<'savedViewsList'>['results'][number];

/** The reader's saved views of a screen: its address under a name. */
export function SavedViews({ screen, query }: Props) {
  const t = useText('visualization');
  const phone = usePhone();
  const views = useQuery('savedViewsList', { query: { screen, page_size: 100, ordering: 'name' } });
  const rows = views.data?.results ?? [];
  return (
    <Popover position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          px={phone ? 'sm' : undefined}
          aria-label={phone ? t('saved.label') : undefined}
          leftSection={phone ? undefined : <IconBookmark size={16} aria-hidden />}
        >
          {phone ? <IconBookmark size={16} aria-hidden /> : t('saved.label')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('saved.label')}>
        {rows.length === 0 ? (
          <Text c="dimmed" p="sm">
            {t('saved.none')}
          </Text>
        ) : null}
        {rows.map((view) => (
          <SavedViewRow key={view.id} view={view} />
        ))}
        <Divider my={6} />
        <SaveForm screen={screen} query={query} />
      </Popover.Dropdown>
    </Popover>
  );
}

function SavedViewRow({ view }: { view: SavedView }) {
  const t = useText('visualization');
  const [deleteView] = useMutation('savedViewsDelete');
  const [, change] = useSearch();
  const remove = async () => {
    const result = await deleteView({ params: { id: view.id } });
    if (!result.ok) toast.failure(result);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant="subtle"
        justify="start"
        style={{ flex: 1 }}
        onClick={() => change(() => new URLSearchParams(view.query), { push: true })}
      >
        {view.name}
      </Button>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('saved.delete', { name: view.name })}
        onClick={() => void remove()}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function SaveForm({ screen, query }: Props) {
  const t = useText('visualization');
  const [createView] = useMutation('savedViewsCreate');
  const [name, setName] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const result = await createView({
      body: { screen, name: name.trim(), query },
    });
    if (!result.ok) return toast.failure(result);
    setName('');
    toast.success(t('saved.saved'));
  };
  return (
    <form onSubmit={save}>
      <Group gap={6} p={6} wrap="nowrap" align="flex-end">
        <TextField
          size="xs"
          label={t('saved.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          max={TEXT_LENGTHS.saved_view.name}
          style={{ flex: 1 }}
        />
        <Button size="xs" type="submit" disabled={name.trim() === ''}>
          {t('saved.save')}
        </Button>
      </Group>
    </form>
  );
}
