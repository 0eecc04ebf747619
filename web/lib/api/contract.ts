import type * as aeros from '@aerowatch/contracts/api/aeros';
import type * as alerts from '@aerowatch/contracts/api/alerts';
import type * as auth from '@aerowatch/contracts/api/auth';
import type * as avatars from '@aerowatch/contracts/api/avatars';
import type * as boxActions from '@aerowatch/contracts/api/box-actions';
import type * as boxLinks from '@aerowatch/contracts/api/box-links';
import type * as boxes from '@aerowatch/contracts/api/boxes';
import type * as clients from '@aerowatch/contracts/api/clients';
import type * as consoles from '@aerowatch/contracts/api/console';
import type * as diagnostics from '@aerowatch/contracts/api/diagnostics';
import type * as firmwares from '@aerowatch/contracts/api/firmwares';
import type * as forecast from '@aerowatch/contracts/api/forecast';
import type * as jobs from '@aerowatch/contracts/api/jobs';
import type * as keys from '@aerowatch/contracts/api/keys';
import type * as line from '@aerowatch/contracts/api/line';
import type * as measures from '@aerowatch/contracts/api/measures';
import type * as notes from '@aerowatch/contracts/api/notes';
import type * as operation from '@aerowatch/contracts/api/operation';
import type * as push from '@aerowatch/contracts/api/push';
import type * as reports from '@aerowatch/contracts/api/reports';
import type * as savedViews from '@aerowatch/contracts/api/saved-views';
import type * as secondFactor from '@aerowatch/contracts/api/second-factor';
import type * as setAside from '@aerowatch/contracts/api/set-aside';
import type * as silences from '@aerowatch/contracts/api/silences';
import type * as sso from '@aerowatch/contracts/api/sso';
import type * as supervisorFiles from '@aerowatch/contracts/api/supervisor-files';
import type * as supervisors from '@aerowatch/contracts/api/supervisors';
import type * as tags from '@aerowatch/contracts/api/tags';
import type * as users from '@aerowatch/contracts/api/users';
import type * as weather from '@aerowatch/contracts/api/weather';
import type * as webhooks from '@aerowatch/contracts/api/webhooks';
import type * as workOrders from '@aerowatch/contracts/api/work-orders';
import type {
  AnyEndpoint,
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '@aerowatch/contracts/endpoint';

/** Types only: nothing of the contract is loaded by importing this file. */
type Contract = typeof aeros &
  typeof alerts &
  typeof auth &
  typeof boxActions &
  typeof boxes &
  typeof avatars &
  typeof boxLinks &
  typeof clients &
  typeof consoles &
  typeof operation &
  typeof diagnostics &
  typeof firmwares &
  typeof forecast &
  typeof jobs &
  typeof keys &
  typeof line &
  typeof measures &
  typeof notes &
  typeof push &
  typeof reports &
  typeof savedViews &
  typeof secondFactor &
  typeof silences &
  typeof setAside &
  typeof sso &
  typeof supervisors &
  typeof supervisorFiles &
  typeof tags &
  typeof users &
  typeof weather &
  typeof webhooks &
  typeof workOrders;

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
/** Query parameters by the contract's names; numbers, flags and lists are written as the wire wants them. */
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
  /** Of another session than the one stored in this browser. */
  token?: string;
} & Optional<Body<K>, 'body'>;
