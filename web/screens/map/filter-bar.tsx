import { Badge, Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import type { Typed } from '../../lib/use-typed.ts';
import { SearchInput } from '../../ui/search-input.tsx';

interface Props {
  search: Typed;
  filtering: { count: number; clear: () => void; controls: ReactNode };
}

export function FilterBar({ search, filtering }: Props) {
  const t = useText('map');
  const common = useText('common');
  const [open, { toggle }] = useDisclosure(filtering.count > 0);
  return (
    <div className="aw-no-print">
      <Group p="md" gap="xs">
        <SearchInput label={t('search')} placeholder={t('search')} search={search} />
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
