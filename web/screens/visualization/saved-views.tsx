import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/api/client.ts';
import { useRead } from '../../lib/api/read.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { type ViewState, writeView } from './view-state.ts';

/** The reader's saved views: the URL under a name. */
export function SavedViews({ view }: { view: ViewState }) {
  const t = useText('visualization');
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const views = useRead('savedViewsList', { query: { page_size: 100, ordering: 'name' } });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const result = await call('savedViewsCreate', {
      body: { name: name.trim(), query: writeView(view).toString() },
    });
    if (!result.ok) return toast.failure(result);
    setName('');
    views.refetch();
    toast.success(t('saved.saved'));
  };
  const remove = async (id: number) => {
    const result = await call('savedViewsDelete', { params: { id } });
    if (result.ok) views.refetch();
    else toast.failure(result);
  };
  const rows = views.data?.results ?? [];
  return (
    <Menu position="bottom-end" width={320} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
          {t('saved.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rows.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {t('saved.none')}
          </Text>
        ) : null}
        {rows.map((row) => (
          <Group key={row.id} gap={4} wrap="nowrap">
            <Menu.Item onClick={() => setSearch(new URLSearchParams(row.query))}>{row.name}</Menu.Item>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('saved.delete', { name: row.name })}
              onClick={() => void remove(row.id)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Menu.Divider />
        <form onSubmit={save}>
          <Group gap={6} p={6} wrap="nowrap" align="flex-end">
            <TextInput
              size="xs"
              label={t('saved.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
              style={{ flex: 1 }}
            />
            <Button size="xs" type="submit" disabled={name.trim() === ''}>
              {t('saved.save')}
            </Button>
          </Group>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
