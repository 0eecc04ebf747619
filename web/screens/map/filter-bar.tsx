import { Badge, Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Typed } from '../../lib/hooks/use-typed.ts';
import { useText } from '../../lib/text.ts';
import { SearchInput } from '../../ui/search-input.tsx';

interface Props {
  search: Typed;
  filtering: { count: number; clear: () => void; controls: ReactNode };
  /** The selection of the layer, in the same row if there is space. */
  layer: ReactNode;
}

export function FilterBar({ search, filtering, layer }: Props) {
  const t = useText('map');
  const common = useText('common');
  const [open, { toggle }] = useDisclosure(filtering.count > 0);
  return (
    <div className="aw-no-print">
      <Group p="md" gap="xs" align="flex-end">
        <SearchInput label={t('search')} placeholder={t('search')} search={search} />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={
            filtering.count > 0 ? (
              <Badge variant="filled" size="sm" circle>
                {filtering.count}
              </Badge>
            ) : undefined
          }
          aria-expanded={open}
          onClick={toggle}
        >
          {common('table.filters')}
        </Button>
        {layer}
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
