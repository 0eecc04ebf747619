import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { schemaOf } from '../../server/features/openapi/schemas.ts';
import type { Sample } from './samples.ts';
import type { Side } from './store-things.ts';

/** Fields that contain the id of a thing, and the kind of thing. */
const FIELDS: Readonly<Record<string, string>> = {
  client: 'client',
  box: 'box',
  boxes: 'box',
  aero: 'aero',
  aeros: 'aero',
  tag: 'tag',
  tags: 'tag',
  add: 'tag',
  remove: 'tag',
  firmware: 'firmware',
  copy_from: 'box',
  ids: 'alert',
  supervisor: 'supervisor',
  user: 'user',
  people: 'user',
  substitute: 'user',
  alert: 'alert',
  entity_id: 'box',
  id: 'box',
  into: 'work_order',
};

/** The kind of thing that a field of an endpoint refers to. */
const kindOf = (endpoint: AnyEndpoint, field: string): string | undefined =>
  field === 'ids' && endpoint.name.startsWith('work_orders.') ? 'work_order' : FIELDS[field];

export interface Pair {
  readonly where: string;
  readonly theirs: Sample;
  readonly missing: Sample;
  readonly foreignId: number;
}

/** For each id in a request: the request with a foreign id there, and with a missing one. */
export function foreignIdsIn(
  endpoint: AnyEndpoint,
  sample: Sample,
  foreign: ReadonlyMap<string, number>,
  side: Side,
  missing: number,
): Pair[] {
  const idOf = (kind: string) =>
    kind === 'aero' ? (side.aeros[0] ?? 0) : kind === 'box' ? side.box : (foreign.get(kind) ?? 0);
  const pair = (where: string, kind: string, put: (id: number) => Sample): Pair => ({
    where,
    theirs: put(idOf(kind)),
    missing: put(missing),
    foreignId: idOf(kind),
  });
  const inBody = placesIn(endpoint, sample.body).map(({ path, kind }) =>
    pair(`body ${path.join('.')}`, kind, (id) => ({ ...sample, body: put(sample.body, path, id) })),
  );
  const names = Object.keys(
    endpoint.query === undefined ? {} : ((schemaOf(endpoint.query, 'input').properties ?? {}) as object),
  );
  const inQuery = names.flatMap((name) => {
    const kind = kindOf(endpoint, name);
    return kind === undefined
      ? []
      : [
          pair(`query ${name}`, kind, (id) => ({
            ...sample,
            query: { ...sample.query, [name]: String(id) },
          })),
        ];
  });
  return [...inBody, ...inQuery];
}

interface Place {
  readonly path: readonly string[];
  readonly kind: string;
}

/** Fields of the body's schema as well as of the sample: a field missing in the sample would be skipped. */
function placesIn(endpoint: AnyEndpoint, body: unknown): Place[] {
  if (endpoint.body === undefined) return [];
  const { properties = {} } = schemaOf(endpoint.body, 'input') as { properties?: Record<string, object> };
  // Read-only fields of a whole resource are accepted with any type and ignored.
  const declared = Object.keys(properties).filter((name) => Object.keys(properties[name] ?? {}).length > 0);
  const sent = placesOf(endpoint, body, []);
  const further = declared.filter(
    (name) => FIELDS[name] !== undefined && name !== 'id' && !sent.some(({ path }) => path[0] === name),
  );
  return [
    ...sent,
    ...further.map((name) => ({
      path: isList(endpoint, name) ? [name, '0'] : [name],
      kind: kindOf(endpoint, name) ?? '',
    })),
  ];
}

function isList(endpoint: AnyEndpoint, name: string): boolean {
  const { properties = {} } = schemaOf(endpoint.body as NonNullable<typeof endpoint.body>, 'input') as {
    properties?: Record<string, { type?: string }>;
  };
  return properties[name]?.type === 'array';
}

function placesOf(endpoint: AnyEndpoint, value: unknown, path: readonly string[]): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const kind = kindOf(endpoint, key);
    const here = [...path, key];
    if (kind !== undefined && typeof inner !== 'object') return [{ path: here, kind }];
    if (kind !== undefined && Array.isArray(inner) && typeof inner[0] === 'number')
      return [{ path: [...here, '0'], kind }];
    return placesOf(endpoint, inner, here);
  });
}

function put(value: unknown, [key = '', ...rest]: readonly string[], id: number): unknown {
  const next = rest.length === 0 ? id : put((value as Record<string, unknown> | undefined)?.[key], rest, id);
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(key)))
    return Object.assign([...((value as unknown[]) ?? [])], { [key]: next });
  // A form only has text values.
  const was = (value as Record<string, unknown> | undefined)?.[key];
  return { ...(value as object), [key]: typeof was === 'string' ? String(next) : next };
}
