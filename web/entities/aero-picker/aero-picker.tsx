import { ActionIcon, Box, Button, Checkbox, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import classes from './aero-picker.module.css';
import { PickerFilters } from './picker-filters.tsx';
import { aeroTree, type TreeNode, visibleNodes } from './tree.ts';
import { type PickerFiltering, usePickerFilters } from './use-picker-filters.ts';

interface Props {
  value: readonly number[];
  onChange: (aeros: number[]) => void;
  /** Only AEROs of this client. */
  client?: number | null;
  height?: number | string;
}

const ROW = 36;
/** A tree with at most this many AEROs is shown expanded. */
const SMALL = 60;

/** Chooses AEROs from the tree of clients, lines and boxes. */
export function AeroPicker({ value, onChange, client, height = 420 }: Props) {
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 120);
  const filtering = usePickerFilters(client);
  const tree = useTree(value, client, wanted, filtering.keep);
  const shown = tree.shown.filter((id) => !tree.chosen.has(id));
  const narrowed = wanted !== '' || filtering.count > 0;
  const choose = (node: TreeNode, on: boolean) =>
    onChange(on ? [...new Set([...value, ...node.aeros])] : value.filter((id) => !node.aeros.includes(id)));
  return (
    <Stack gap="xs" h="100%">
      <Search value={search} onChange={setSearch} />
      <PickerFilters filtering={filtering} client={client} />
      <Chosen
        count={value.length}
        onClear={() => onChange([])}
        more={narrowed && filtering.isSure ? shown.length : 0}
        onMore={() => onChange([...value, ...shown])}
      />
      <Nodes tree={tree} height={height} choose={choose} searched={narrowed} />
    </Stack>
  );
}

/** The visible nodes, and which of them are expanded. */
function useTree(
  value: readonly number[],
  client: Props['client'],
  wanted: string,
  keep: PickerFiltering['keep'],
) {
  const t = useText('visualization');
  const words = useText('domain');
  const formats = useFormats();
  const { aeros, boxOf: boxes } = useFleet();
  const clients = useTable('clients');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
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
        ...(keep === null ? {} : { keep }),
      }),
    [aeros, boxes, clients, client, wanted, keep, t, words, formats],
  );
  // Small trees and search results are expanded; a click toggles a node.
  const small = nodes.reduce((sum, node) => sum + node.aeros.length, 0) <= SMALL;
  const isOpen = (node: TreeNode) => {
    const byDefault =
      small || wanted !== '' || node.kind === 'client' || node.aeros.some((id) => chosen.has(id));
    return node.kind !== 'aero' && byDefault !== toggled.has(node.key);
  };
  const turn = (node: TreeNode) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(node.key)) next.add(node.key);
      return next;
    });
  return {
    rows: visibleNodes(nodes, isOpen),
    isOpen,
    turn,
    chosen,
    /** AEROs that pass search and filters. */
    shown: nodes.flatMap((node) => node.aeros),
  };
}
type Tree = ReturnType<typeof useTree>;

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('visualization');
  return (
    <TextInput
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' ? null : <CloseButton size="sm" aria-label={t('clear')} onClick={() => onChange('')} />
      }
    />
  );
}

interface ChosenProps {
  count: number;
  onClear: () => void;
  /** Visible AEROs that are not selected yet. */
  more: number;
  onMore: () => void;
}
function Chosen({ count, onClear, more, onMore }: ChosenProps) {
  const t = useText('visualization');
  return (
    <Group justify="space-between" gap="xs" mih={24}>
      <Text c="dimmed" role="status">
        {t('chosen', { count })}
      </Text>
      {more > 0 ? (
        <Button size="compact-sm" variant="light" onClick={onMore}>
          {t('filter.all', { count: more })}
        </Button>
      ) : null}
      {count > 0 ? (
        <Text
          component="button"
          type="button"
          c="var(--mantine-primary-color-light-color)"
          style={{ background: 'none', border: 0, cursor: 'pointer', padding: 4 }}
          onClick={onClear}
        >
          {t('clear')}
        </Text>
      ) : null}
    </Group>
  );
}

interface NodesProps {
  tree: Tree;
  height: number | string;
  choose: (node: TreeNode, on: boolean) => void;
  searched: boolean;
}
function Nodes({ tree, height, choose, searched }: NodesProps) {
  const t = useText('visualization');
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = tree;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  return (
    <div ref={scroller} className={classes.frame} style={{ height }}>
      {rows.length === 0 ? <Nothing searched={searched} /> : null}
      <ul aria-label={t('choose')} className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const node = rows[index]!;
          return <Node key={node.key} node={node} top={start} tree={tree} choose={choose} />;
        })}
      </ul>
    </div>
  );
}

interface NodeProps extends Pick<NodesProps, 'tree' | 'choose'> {
  node: TreeNode;
  top: number;
}
function Node({ node, top, tree, choose }: NodeProps) {
  const picked = node.aeros.filter((id) => tree.chosen.has(id)).length;
  const open = tree.isOpen(node);
  return (
    <li className={classes.node} style={{ top, height: ROW, paddingLeft: 4 + node.depth * 18 }}>
      {node.kind === 'aero' ? (
        <span className={classes.leaf} />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          onClick={() => tree.turn(node)}
          aria-expanded={open}
          aria-label={node.label}
        >
          <IconChevronRight size={16} className={classes.turn} data-open={open || undefined} aria-hidden />
        </ActionIcon>
      )}
      <Checkbox
        size="xs"
        checked={picked === node.aeros.length && picked > 0}
        indeterminate={picked > 0 && picked < node.aeros.length}
        onChange={(event) => choose(node, event.currentTarget.checked)}
        style={{ minWidth: 0, flex: 1 }}
        styles={{ labelWrapper: { minWidth: 0 }, body: { alignItems: 'center' } }}
        label={<Label node={node} />}
      />
    </li>
  );
}

function Label({ node: { kind, label, detail, aeros } }: { node: TreeNode }) {
  const formats = useFormats();
  const aero = useTable('aeros')[(kind === 'aero' && aeros[0]) || 0];
  const isGroup = kind === 'client' || kind === 'line';
  return (
    // A tooltip shows the text that is cut off; screen readers get the full text.
    <Group gap={6} wrap="nowrap" title={[label, detail].filter(Boolean).join(' · ')}>
      {kind === 'aero' && aero ? <SamiShapeMark level={aero.sami} size={16} /> : null}
      {kind === 'box' ? (
        <span className={classes.twoLines}>
          <Text span truncate>
            {label}
          </Text>
          <SmallText span truncate>
            {detail}
          </SmallText>
        </span>
      ) : (
        <Text span fw={isGroup ? 600 : 400} className={classes.label}>
          {label}
        </Text>
      )}
      {isGroup || (kind === 'aero' && detail !== '') ? (
        <SmallText span className={classes.count}>
          {detail || formats.number(aeros.length)}
        </SmallText>
      ) : null}
    </Group>
  );
}

/** Why no AERO is listed. */
function Nothing({ searched }: { searched: boolean }) {
  const t = useText('visualization');
  const { isLoading, failure, refetch: onRetry } = useFleet();
  if (failure !== undefined) return <ErrorState failure={failure} onRetry={onRetry} />;
  return (
    <Box p="md">
      {isLoading ? <LoadingLines /> : <Text c="dimmed">{t(searched ? 'noMatch' : 'noAero')}</Text>}
    </Box>
  );
}
