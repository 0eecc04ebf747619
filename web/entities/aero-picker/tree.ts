import type { Client } from '@aerowatch/contracts/api/clients';
import type { PlaceAero as Aero, PlaceBox as Box } from '../../lib/state/places.ts';

export interface TreeNode {
  key: string;
  kind: 'client' | 'line' | 'box' | 'aero';
  label: string;
  detail: string;
  depth: number;
  /** AEROs below this node (itself for an AERO). */
  aeros: number[];
  /** Made when the node is first opened: all nodes of 12,000 boxes took 10 MB. */
  children: () => readonly TreeNode[];
}
function lazily(make: () => TreeNode[]): TreeNode['children'] {
  let made: TreeNode[] | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

interface Input {
  aeros: readonly Aero[];
  boxes: Readonly<Record<number, Box>>;
  clients: Readonly<Record<number, Client>>;
  search: string;
  /** Name of the group of boxes without a line. */
  otherLine: string;
  aeroLabel: (position: number) => string;
  compare: (a: string, b: string) => number;
  kilometerPoint: (km: number | null) => string;
  /** Only AEROs of this client may be chosen. */
  client?: number | null;
  /** A further condition an AERO must meet to be shown. */
  keep?: (aero: Aero, box: Box) => boolean;
}

function matches(words: readonly string[], text: () => string): boolean {
  if (words.length === 0) return true;
  const folded = fold(text());
  return words.every((word) => folded.includes(word));
}
/** A search ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type Grouped = Map<string, Map<string, Map<number, Aero[]>>>;

/** AEROs that pass search and filter, by client, line and box. */
function groupAeros(input: Input): Grouped {
  const words = fold(input.search).split(/\s+/).filter(Boolean);
  const byClient: Grouped = new Map();
  for (const aero of input.aeros) {
    const box = input.boxes[aero.box];
    if (!box || !isOffered(aero, box, input)) continue;
    const client = box.client === null ? '–' : (input.clients[box.client]?.name ?? `#${box.client}`);
    const line = aero.line || box.line || input.otherLine;
    const text = () => {
      const own = [aero.serial_number, aero.track_number, input.kilometerPoint(box.kilometer_point)];
      return [client, line, box.serial_number, box.name, box.pole, ...own].join(' ');
    };
    if (!matches(words, text)) continue;
    const lines = byClient.get(client) ?? new Map<string, Map<number, Aero[]>>();
    const boxes = lines.get(line) ?? new Map<number, Aero[]>();
    boxes.set(box.id, [...(boxes.get(box.id) ?? []), aero]);
    lines.set(line, boxes);
    byClient.set(client, lines);
  }
  return byClient;
}

/** Whether an AERO may be chosen here, and passes the filter. */
function isOffered(aero: Aero, box: Box, { client, keep }: Input): boolean {
  return (client == null || box.client === client) && (keep === undefined || keep(aero, box));
}

/** AEROs that pass a search, as a tree of client, line and box. With a single client that level is left out. */
export function aeroTree(input: Input): TreeNode[] {
  const byClient = groupAeros(input);
  const several = byClient.size > 1;
  const nodes = [...byClient]
    .sort(([a], [b]) => input.compare(a, b))
    .map(([client, lines]): TreeNode => {
      const children = [...lines]
        .sort(([a], [b]) => input.compare(a, b))
        .map(([line, boxes]) => lineNode(client, line, boxes, several ? 1 : 0, input));
      return {
        key: `c:${client}`,
        kind: 'client',
        label: client,
        detail: '',
        depth: 0,
        aeros: children.flatMap((child) => child.aeros),
        children: () => children,
      };
    });
  return several ? nodes : nodes.flatMap((node) => node.children());
}

function lineNode(
  client: string,
  line: string,
  boxes: Map<number, Aero[]>,
  depth: number,
  input: Input,
): TreeNode {
  const ordered = [...boxes].sort(
    ([a], [b]) =>
      (input.boxes[a]!.kilometer_point ?? 0) - (input.boxes[b]!.kilometer_point ?? 0) ||
      input.compare(input.boxes[a]!.serial_number, input.boxes[b]!.serial_number),
  );
  return {
    key: `l:${client}:${line}`,
    kind: 'line',
    label: line,
    detail: '',
    depth,
    aeros: ordered.flatMap(([, aeros]) => idsOf(aeros)),
    children: lazily(() => ordered.map(([id, aeros]) => boxNode(input.boxes[id]!, aeros, depth + 1, input))),
  };
}
const byPosition = (aeros: readonly Aero[]): Aero[] => aeros.toSorted((a, b) => a.position - b.position);
const idsOf = (aeros: readonly Aero[]): number[] => byPosition(aeros).map(({ id }) => id);

function boxNode(box: Box, aeros: Aero[], depth: number, input: Input): TreeNode {
  const place = [
    box.pole,
    box.kilometer_point === null ? '' : `PK ${input.kilometerPoint(box.kilometer_point)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const aeroNode = (aero: Aero): TreeNode => ({
    key: `a:${aero.id}`,
    kind: 'aero',
    label: input.aeroLabel(aero.position),
    detail: aero.track_number,
    depth: depth + 1,
    aeros: [aero.id],
    children: () => [],
  });
  return {
    key: `b:${box.id}`,
    kind: 'box',
    label: box.name || box.serial_number,
    detail: box.name ? `${box.serial_number} · ${place}` : place,
    depth,
    aeros: idsOf(aeros),
    children: lazily(() => byPosition(aeros).map(aeroNode)),
  };
}

/** The visible nodes, top to bottom: children of closed nodes are left out. */
export function visibleNodes(nodes: readonly TreeNode[], open: (node: TreeNode) => boolean): TreeNode[] {
  return nodes.flatMap((node) => [node, ...(open(node) ? visibleNodes(node.children(), open) : [])]);
}
