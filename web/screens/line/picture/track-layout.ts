import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { type Travel, travelOf } from '@aerowatch/domain/forecast/standing/travel';
import { sectionsOf, wireDirections } from '@aerowatch/domain/line/sections';
import { samiRank } from '@aerowatch/domain/sami';
import type { ChanceLook } from '../../../entities/forecast/use-chance-look.ts';

/** An AERO with a kilometre point, and its drawn data. */
export interface Item {
  readonly aero: AeroOnLine;
  readonly km: number;
  readonly travel: Travel | null;
  /** Direction of its wire; 1 towards higher kilometre points, null if the other end is unknown. */
  readonly direction: 1 | -1 | null;
  /** Severity: the highest of several is shown. */
  readonly trouble: number;
}
/** A track of a line, its AEROs by kilometre point. */
export interface Lane {
  readonly line: string;
  readonly track: string;
  readonly items: readonly Item[];
}
export interface Layout {
  readonly lanes: readonly Lane[];
  /** Both ends of wires, by lane. */
  readonly wires: readonly (readonly [from: Item, to: Item])[][];
  /** First and last kilometre point, with margins. */
  readonly from: number;
  readonly to: number;
  /** AEROs without a kilometre point: shown only in the table. */
  readonly placeless: number;
}

const VERDICTS = { bad: 40, watch: 20, unknown: 0, not_watched: 0, good: 0 } as const;

/** How the chance of an AERO is shown, by the threshold of its client and what its forecasts have proved. */
export type LookOfAero = (aero: AeroOnLine) => ChanceLook;

/** Order of severity: findings, alerts, forecasts, silence, SAMI. An unproven chance is not told as a danger. */
export function troubleOf({ verdict, alerts, status, sami }: AeroOnLine, chance: ChanceLook): number {
  const silent = status === 'silent' ? 12 : status === 'late' ? 4 : 0;
  return (
    (verdict === null ? 0 : VERDICTS[verdict]) +
    (alerts > 0 ? 15 : 0) +
    (chance === 'calm' || chance === 'unproven' ? 0 : 14) +
    silent +
    2 * samiRank(sami)
  );
}

/** Margin beside the first and the last AERO, as a share of the distance between them, and at least in km. */
const BESIDE = 0.03;
const MIN_BESIDE = 0.4;

/** Lanes of AEROs in the server's order: by line, track, kilometre point. */
export function layoutOf(aeros: readonly AeroOnLine[], lookOf: LookOfAero): Layout {
  const placed = aeros.filter((aero) => aero.kilometer_point !== null);
  const sections = sectionsOf(placed);
  const directions = wireDirections(sections);
  const items = new Map<number, Item>();
  const lanes = [...Map.groupBy(placed, ({ line, track }) => `${line}\n${track}`).values()].map(
    (group): Lane => {
      const own = group.map((aero): Item => {
        const item = {
          aero,
          km: aero.kilometer_point!,
          travel: travelOf(aero),
          direction: directions.get(aero.id) ?? null,
          trouble: troubleOf(aero, lookOf(aero)),
        };
        items.set(aero.id, item);
        return item;
      });
      return { line: group[0]!.line, track: group[0]!.track, items: own };
    },
  );
  const laneOf = new Map(lanes.flatMap((lane, at) => lane.items.map(({ aero }) => [aero.id, at] as const)));
  const wires: (readonly [Item, Item])[][] = lanes.map(() => []);
  for (const [from, to] of sections) wires[laneOf.get(from)!]!.push([items.get(from)!, items.get(to)!]);
  const kms = placed.map(({ kilometer_point }) => kilometer_point!);
  const [first, last] = kms.reduce(
    ([low, high], km) => [Math.min(low, km), Math.max(high, km)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const beside = Math.max(MIN_BESIDE, (last - first) * BESIDE);
  return {
    lanes,
    wires,
    from: kms.length === 0 ? 0 : first - beside,
    to: kms.length === 0 ? 1 : last + beside,
    placeless: aeros.length - placed.length,
  };
}
