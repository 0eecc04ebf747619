import {
  Badge,
  Box,
  Button,
  Checkbox,
  CloseButton,
  Collapse,
  Group,
  Popover,
  Stack,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../lib/text.ts';
import type { TableState } from './use-table-state.ts';

interface Props {
  label: string;
  state: TableState;
  columns: readonly { key: string; label: string; fixed?: boolean }[];
  filters: ReactNode;
  filterCount: number;
  onClearFilters: (() => void) | undefined;
  actions: ReactNode;
}

export function TableToolbar({
  label,
  state,
  columns,
  filters,
  filterCount,
  onClearFilters,
  actions,
}: Props) {
  const t = useText('common');
  const [open, { toggle }] = useDisclosure(filterCount > 0);
  return (
    <Box className="aw-no-print">
      <Group p="md" gap="xs">
        <Search label={`${t('table.search')}: ${label}`} state={state} />
        {filters !== undefined && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            rightSection={
              filterCount > 0 ? (
                <Badge size="sm" circle>
                  {filterCount}
                </Badge>
              ) : undefined
            }
            aria-expanded={open}
            onClick={toggle}
          >
            {t('table.filters')}
          </Button>
        )}
        {columns.length > 3 && <ColumnChoice columns={columns} state={state} />}
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      </Group>
      {filters !== undefined && (
        <Collapse expanded={open}>
          <Group px="md" pb="md" gap="sm" align="flex-end">
            {filters}
            {filterCount > 0 && onClearFilters !== undefined && (
              <Button variant="subtle" onClick={onClearFilters}>
                {t('table.filters_clear')}
              </Button>
            )}
          </Group>
        </Collapse>
      )}
    </Box>
  );
}

function Search({ label, state }: { label: string; state: TableState }) {
  const t = useText('common');
  const [typed, setTyped] = useState(state.search);
  const commit = useDebouncedCallback(state.setSearch, 120);
  useEffect(() => setTyped(state.search), [state.search]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={t('table.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? undefined : (
          <CloseButton
            size="sm"
            aria-label={t('action.clear')}
            onClick={() => {
              setTyped('');
              state.setSearch('');
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
  );
}

function ColumnChoice({ columns, state }: Pick<Props, 'columns' | 'state'>) {
  const t = useText('common');
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflow: 'auto' }}>
        <Stack gap="xs">
          {columns.map((column) => (
            <Checkbox
              key={column.key}
              label={column.label}
              disabled={column.fixed}
              checked={!state.hidden.has(column.key)}
              onChange={() => state.toggleColumn(column.key)}
            />
          ))}
          <Button size="xs" variant="subtle" onClick={state.resetColumns}>
            {t('table.columns_reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
