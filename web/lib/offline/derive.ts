import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';

/** All copies of an endpoint on this device. */
export type Kept = <K extends EndpointKey>(key: K) => Promise<Answer<K>[]>;
type Query = Readonly<Record<string, unknown>>;
type Series = Answer<'measuresSeries'>;
type Curve = Series['series'][number];

/**
 * Answers of lists and curves, put together from the copies of single reads: what of them is on this device.
 * Null for everything else, and where nothing is.
 */
export async function answerOf(
  key: EndpointKey,
  options: CallOptions<EndpointKey>,
  kept: Kept,
): Promise<unknown> {
  const derive = DERIVED[key];
  return derive === undefined ? null : derive((options.query ?? {}) as Query, kept);
}

const DERIVED: Partial<Record<EndpointKey, (query: Query, kept: Kept) => Promise<unknown>>> = {
  boxesList: async (_query, kept) => pageOf(await kept('boxesGet')),
  aerosList: async (_query, kept) => pageOf((await kept('boxesGet')).flatMap(({ aeros }) => aeros)),
  measuresBoxes: async (query, kept) => {
    const all = (await kept('measuresBoxes')).flatMap(({ results }) => results);
    const wanted = numbersIn(query.box);
    return pageOf(wanted === null ? all : all.filter(({ box }) => wanted.has(box)));
  },
  workOrdersList: async (query, kept) => {
    const wanted = numbersIn(query.ids);
    const orders = await kept('workOrdersGet');
    return pageOf(wanted === null ? orders : orders.filter(({ id }) => wanted.has(id)));
  },
  diagnosticsList: async (query, kept) => {
    const all = (await kept('diagnosticsList')).flatMap(({ results }) => results);
    const [boxes, aeros] = [numbersIn(query.box), numbersIn(query.aero)];
    const found = all.filter(({ box, aero }) => (boxes?.has(box) ?? true) && (aeros?.has(aero) ?? true));
    return pageOf([...new Map(found.map((row) => [row.aero, row])).values()]);
  },
  measuresSeries: async (query, kept) => curvesOf(await kept('measuresSeries'), query),
};

/** One page with all there is; null if there is nothing, so that it is not mistaken for an empty list. */
const pageOf = <T>(results: readonly T[]) =>
  results.length === 0 ? null : { count: results.length, next: null, previous: null, results };

function numbersIn(value: unknown): Set<number> | null {
  if (value === undefined || value === null || value === '') return null;
  const list = Array.isArray(value) ? value : String(value).split(',');
  return new Set(list.map(Number));
}

/** The wanted stretch of the curves kept at hourly resolution, with the least and the most of each hour. */
function curvesOf(copies: readonly Series[], query: Query): Series | null {
  const wanted = numbersIn(query.aero) ?? new Set<number>();
  const metrics = query.metrics as readonly string[] | undefined;
  const curves = copies.flatMap(({ series }) => series).filter(({ aero }) => wanted.has(aero));
  if (curves.length === 0) return null;
  const [from, to] = [
    timeOf(query.from, Number.NEGATIVE_INFINITY),
    timeOf(query.to, Number.POSITIVE_INFINITY),
  ];
  return {
    resolution: copies[0]?.resolution ?? 3600,
    series: curves.map((curve) => stretch(curve, from, to, metrics, query.expected === true)),
  };
}
const timeOf = (value: unknown, otherwise: number): number =>
  value === undefined ? otherwise : Number(value);

function stretch(
  curve: Curve,
  from: number,
  to: number,
  metrics: readonly string[] | undefined,
  expected: boolean,
): Curve {
  const begin = curve.time.findIndex((time) => time >= from);
  const after = curve.time.findIndex((time) => time > to);
  const cut = <T>(column: readonly T[]): T[] =>
    begin < 0 ? [] : column.slice(begin, after < 0 ? undefined : after);
  const { expected: line, ...rest } = curve;
  return {
    ...rest,
    time: cut(curve.time),
    count: cut(curve.count),
    metrics: Object.fromEntries(
      Object.entries(curve.metrics)
        .filter(([metric]) => metrics === undefined || metrics.includes(metric))
        .map(([metric, { min, max, mean }]) => [metric, { min: cut(min), max: cut(max), mean: cut(mean) }]),
    ),
    ...(expected && line !== undefined && { expected: cut(line) }),
  };
}
