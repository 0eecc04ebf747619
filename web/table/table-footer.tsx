import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useFormats } from '../lib/format.ts';
import { useText } from '../lib/text.ts';
import { PAGE_SIZES, type TableState } from './use-table-state.ts';

export function TableFooter({
  state,
  matching,
  total,
}: {
  state: TableState;
  matching: number;
  total: number;
}) {
  const t = useText('common');
  const formats = useFormats();
  const pages = Math.max(1, Math.ceil(matching / state.pageSize));
  const page = Math.min(state.page, pages);
  return (
    <Group
      py="xs"
      px="md"
      justify="space-between"
      gap="sm"
      style={{ borderTop: '1px solid var(--aw-border)' }}
    >
      <Text c="dimmed" aria-live="polite">
        {matching === total
          ? t('table.rows', { count: total })
          : t('table.rows_of', { shown: formats.number(matching), count: formats.number(total) })}
      </Text>
      {total > PAGE_SIZES[0] && (
        <Group gap="xs" className="aw-no-print">
          <NativeSelect
            size="xs"
            aria-label={t('table.per_page')}
            data={PAGE_SIZES.map(String)}
            value={String(state.pageSize)}
            onChange={(event) => state.setPageSize(Number(event.currentTarget.value))}
          />
          <ActionIcon
            variant="default"
            aria-label={t('table.page_previous')}
            disabled={page <= 1}
            onClick={() => state.setPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <Text>{t('table.page', { page: formats.number(page), pages: formats.number(pages) })}</Text>
          <ActionIcon
            variant="default"
            aria-label={t('table.page_next')}
            disabled={page >= pages}
            onClick={() => state.setPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
