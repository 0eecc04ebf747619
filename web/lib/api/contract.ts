import type { RESOURCES } from '@aerowatch/contracts/api/index';
import type {
  AnyEndpoint,
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '@aerowatch/contracts/endpoint';

type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** Only types: importing this file loads nothing of the contract. */
type Contract = Intersection<(typeof RESOURCES)[number]>;

/** Name under which a contract file exports an endpoint: `boxesList`, `meGet`, `dashboard` … */
export type EndpointKey = {
  [K in keyof Contract]: Contract[K] extends AnyEndpoint ? K : never;
}[keyof Contract];

/** The part of an endpoint without its schemas. */
export type EndpointFacts = Pick<Endpoint, 'name' | 'method' | 'path' | 'level' | 'answers' | 'upload'>;

export type Params<K extends EndpointKey> = ParamsOf<Contract[K]>;
export type Body<K extends EndpointKey> = BodyInputOf<Contract[K]>;
export type Answer<K extends EndpointKey> = ResponseOf<Contract[K]>;

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
/** Query parameters by the contract's names; numbers, flags and lists are serialized as the API requires. */
export type Query<K extends EndpointKey> =
  QueryInputOf<Contract[K]> extends infer Q
    ? Q extends object
      ? { [P in keyof Q]?: QueryValue }
      : undefined
    : never;

type Optional<T, Name extends string> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

export type CallOptions<K extends EndpointKey> = Optional<Params<K>, 'params'> & {
  query?: Query<K>;
  signal?: AbortSignal;
  /** Sent as If-Match. */
  etag?: string;
  idempotencyKey?: string;
  /** The token of a session other than the stored one. */
  token?: string;
} & Optional<Body<K>, 'body'>;
