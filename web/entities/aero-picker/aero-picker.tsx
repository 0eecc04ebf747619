import { ActionIcon, Box, Checkbox, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/sami-mark.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { useCollection, useCollectionState, useTable } from '../use-collection.ts';
import { aeroTree, type TreeNode, visibleNodes } from './tree.ts';

interface Props {
  value: readonly number[];
  onChange: (aeros: number[]) => void;
  /** Only AEROs of this client. */
  client?: number | null;
  height?: number | string;
}

const ROW = 36;

/** Chooses AEROs from the tree of clients, lines and boxes. */
export function AeroPicker({ value, onChange, client, height = 420 }: Props) {
  const t = useText('visualization');
  const words = useText('domain');
  const formats = useFormats();
  const aeros = useCollection('aeros');
  const boxes = useTable('boxes');
  const clients = useTable('clients');
  const table = useTable('aeros');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 120);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => new Set(value), [value]);
  const nodes = useMemo(
    () =>
      aeroTree({
        aeros,
        boxes,
        clients,
        client,
        search: wanted,
        otherLine: t('otherLine'),
        aeroLabel: (position) => words('aero', { position }),
        compare: formats.compare,
        kilometerPoint: formats.kilometerPoint,
      }),
    [aeros, boxes, clients, client, wanted, t, words, formats],
  );
  // Small trees and search results stand open; a click turns a node round.
  const small = nodes.reduce((sum, node) => sum + node.aeros.length, 0) <= 60;
  const isOpen = (node: TreeNode) => {
    const byDefault =
      small || wanted !== '' || node.kind === 'client' || node.aeros.some((id) => chosen.has(id));
    return node.kind !== 'aero' && byDefault !== toggled.has(node.key);
  };
  const rows = visibleNodes(nodes, isOpen);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });

  const choose = (node: TreeNode, on: boolean) =>
    onChange(on ? [...new Set([...value, ...node.aeros])] : value.filter((id) => !node.aeros.includes(id)));
  const turn = (node: TreeNode) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(node.key)) next.add(node.key);
      return next;
    });

  return (
    <Stack gap="xs" h="100%">
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('search')}
        aria-label={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          search === '' ? null : (
            <CloseButton size="sm" aria-label={t('clear')} onClick={() => setSearch('')} />
          )
        }
      />
      <Group justify="space-between" gap="xs" mih={24}>
        <Text size="sm" c="dimmed" role="status">
          {t('chosen', { count: value.length })}
        </Text>
        {value.length > 0 ? (
          <Text
            component="button"
            type="button"
            size="sm"
            c="var(--mantine-primary-color-light-color)"
            style={{ background: 'none', border: 0, cursor: 'pointer', padding: 4 }}
            onClick={() => onChange([])}
          >
            {t('clear')}
          </Text>
        ) : null}
      </Group>
      <div
        ref={scroller}
        style={{
          height,
          overflow: 'auto',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-sm)',
        }}
      >
        {rows.length === 0 ? <Nothing searched={wanted !== ''} /> : null}
        <ul
          aria-label={t('choose')}
          style={{
            height: virtual.getTotalSize(),
            position: 'relative',
            margin: 0,
            padding: 0,
            listStyle: 'none',
          }}
        >
          {virtual.getVirtualItems().map((item) => {
            const node = rows[item.index]!;
            const picked = node.aeros.filter((id) => chosen.has(id)).length;
            return (
              <li
                key={node.key}
                style={{
                  position: 'absolute',
                  top: item.start,
                  left: 0,
                  right: 0,
                  height: ROW,
                  display: 'flex',
                  alignItems: 'center',
                  paddingLeft: 4 + node.depth * 18,
                  paddingRight: 8,
                  gap: 4,
                }}
              >
                {node.kind === 'aero' ? (
                  <span style={{ width: 26, flex: 'none' }} />
                ) : (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={26}
                    onClick={() => turn(node)}
                    aria-expanded={isOpen(node)}
                    aria-label={node.label}
                  >
                    <IconChevronRight
                      size={16}
                      style={{
                        transform: isOpen(node) ? 'rotate(90deg)' : undefined,
                        transition: 'transform 120ms',
                      }}
                      aria-hidden
                    />
                  </ActionIcon>
                )}
                <Checkbox
                  size="xs"
                  checked={picked === node.aeros.length && picked > 0}
                  indeterminate={picked > 0 && picked < node.aeros.length}
                  onChange={(event) => choose(node, event.currentTarget.checked)}
                  style={{ minWidth: 0, flex: 1 }}
                  styles={{ labelWrapper: { minWidth: 0 }, body: { alignItems: 'center' } }}
                  label={
                    <Group gap={6} wrap="nowrap">
                      {node.kind === 'aero' && table[node.aeros[0]!] ? (
                        <SamiShapeMark level={table[node.aeros[0]!]!.sami} size={16} />
                      ) : null}
                      <Text
                        span
                        size="sm"
                        fw={node.kind === 'client' || node.kind === 'line' ? 600 : 400}
                        truncate
                      >
                        {node.label}
                      </Text>
                      {node.detail ? (
                        <Text span size="xs" c="dimmed" truncate>
                          {node.detail}
                        </Text>
                      ) : null}
                      {node.kind !== 'aero' && node.kind !== 'box' ? (
                        <Text span size="xs" c="dimmed">
                          {formats.number(node.aeros.length)}
                        </Text>
                      ) : null}
                    </Group>
                  }
                />
              </li>
            );
          })}
        </ul>
      </div>
    </Stack>
  );
}

/** Why no AERO is listed. */
function Nothing({ searched }: { searched: boolean }) {
  const t = useText('visualization');
  const { isLoading, failure, onRetry } = useCollectionState('aeros');
  if (failure !== undefined) return <ErrorState failure={failure} onRetry={onRetry} />;
  return (
    <Box p="md">
      {isLoading ? (
        <LoadingLines />
      ) : (
        <Text size="sm" c="dimmed">
          {t(searched ? 'noMatch' : 'noAero')}
        </Text>
      )}
    </Box>
  );
}
