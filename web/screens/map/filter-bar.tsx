import { Badge, Button, CloseButton, Collapse, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../lib/text.ts';

interface Props {
  text: string;
  onText: (text: string) => void;
  filtering: { count: number; clear: () => void; controls: ReactNode };
}

export function FilterBar({ text, onText, filtering }: Props) {
  const t = useText('map');
  const common = useText('common');
  const [open, { toggle }] = useDisclosure(filtering.count > 0);
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const commit = useDebouncedCallback(onText, 120);
  return (
    <div className="aw-no-print">
      <Group p="md" gap="xs">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed === '' ? undefined : (
              <CloseButton
                size="sm"
                aria-label={common('action.clear')}
                onClick={() => {
                  setTyped('');
                  onText('');
                }}
              />
            )
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            commit(event.currentTarget.value);
          }}
          style={{ flex: '1 1 200px', maxWidth: 340 }}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={
            filtering.count > 0 ? (
              <Badge size="sm" circle>
                {filtering.count}
              </Badge>
            ) : undefined
          }
          aria-expanded={open}
          onClick={toggle}
        >
          {common('table.filters')}
        </Button>
      </Group>
      <Collapse expanded={open}>
        <Group px="md" pb="md" gap="sm" align="flex-end">
          {filtering.controls}
          {filtering.count > 0 ? (
            <Button variant="subtle" onClick={filtering.clear}>
              {common('table.filters_clear')}
            </Button>
          ) : null}
        </Group>
      </Collapse>
    </div>
  );
}
