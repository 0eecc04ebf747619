import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Checkbox,
  Collapse,
  Group,
  Popover,
  Stack,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBaselineDensitySmall, IconColumns3, IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Typed } from '../lib/hooks/use-typed.ts';
import { useText } from '../lib/text.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { usePhone } from './use-row-window.ts';
import type { TableState } from './use-table-state.ts';

interface Props {
  label: string;
  state: TableState;
  search: Typed;
  columns: readonly { key: string; label: string; fixed?: boolean }[];
  filters: ReactNode;
  filterCount: number;
  onClearFilters: (() => void) | undefined;
  actions: ReactNode;
}

export function TableToolbar({
  label,
  state,
  search,
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
      <Group px={{ base: 'sm', sm: 'md' }} py="xs" gap="xs">
        <SearchInput
          label={t('labelled', { label: t('table.search'), value: label })}
          placeholder={t('table.search')}
          search={search}
        />
        {filters !== undefined && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            rightSection={
              filterCount > 0 ? (
                <Badge variant="filled" size="sm" circle>
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
        {columns.length > 3 && <Density state={state} />}
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

/** One-line rows; not on a phone, where cards have no density. */
function Density({ state }: Pick<Props, 'state'>) {
  const t = useText('common');
  return (
    <Tooltip label={t('table.compact')}>
      <ActionIcon
        variant={state.compact ? 'light' : 'default'}
        size={36}
        visibleFrom="sm"
        aria-label={t('table.compact')}
        aria-pressed={state.compact}
        onClick={state.toggleCompact}
      >
        <IconBaselineDensitySmall size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function ColumnChoice({ columns, state }: Pick<Props, 'columns' | 'state'>) {
  const t = useText('common');
  // On a phone there is no space for the label: the list comes first.
  const phone = usePhone();
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          px={phone ? 'sm' : undefined}
          aria-label={phone ? t('table.columns') : undefined}
          leftSection={phone ? undefined : <IconColumns3 size={16} aria-hidden />}
        >
          {phone ? <IconColumns3 size={16} aria-hidden /> : t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="min(420px, 50dvh)" style={{ overflow: 'auto' }}>
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
