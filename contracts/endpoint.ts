import type { KeyScope, Level } from '@aerowatch/domain/access';
import type { z } from 'zod';
import { idParams } from './fields.ts';

/** Resources whose ids appear in paths; the access walk creates an own and a foreign one of each. */
export type ResourceName =
  | 'silence'
  | 'user'
  | 'client'
  | 'group'
  | 'box'
  | 'aero'
  | 'supervisor'
  | 'alert'
  | 'tag'
  | 'duty_roster'
  | 'key'
  | 'firmware'
  | 'rollout'
  | 'job'
  | 'note'
  | 'saved_view'
  | 'set_aside'
  | 'notification'
  | 'work_order'
  | 'work_order_photo'
  | 'webhook'
  | 'push_browser'
  | 'box_link'
  | 'configuration_change'
  | 'scim_token';

/** Why an endpoint does not ask for a confirmation. */
export const UNASKED = {
  reads: 'It changes nothing.',
  no_session: 'Nobody is signed in yet: what is sent proves itself.',
  proof: 'What is sent is the proof.',
  ends: 'It ends or narrows something: stopping never waits for a password.',
  own: 'It changes the view, the picture or the messages of the caller alone, and no address of theirs.',
  daily:
    'Daily work of its level: it lets nobody in, reaches no link of a box and deletes no measure; the audit log holds what was before.',
} as const;
/**
 * `true` answers 401 `confirm_again` unless the caller confirmed with password or factor in this session
 * within the last ten minutes; with `changing` only if one of these fields changes (`*`: any field below it).
 * Otherwise the reason why it does not ask. API keys cannot call endpoints that ask.
 */
export type Confirm = true | { readonly changing: readonly string[] } | keyof typeof UNASKED;

/**
 * An endpoint of the HTTP API as a value. The server route, the browser client, the OpenAPI document and the
 * access walk are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Declaration<Params, Query, Body, Response> {
  readonly apiKey: KeyScope | false;
  readonly status: Status;
  readonly confirm: Confirm;
}
type Status = 200 | 201 | 202 | 204;

/** The declaration of an endpoint; derived values are filled in. */
interface Declaration<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  /** Unique, `resource.action`; also the OpenAPI operationId. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with its trailing slash; parameters in braces as in OpenAPI: `/boxes/{id}/`. */
  readonly path: string;
  /**
   * Lowest level that may call it; a signed-in caller below it gets 403, a visitor 401. A GET declared for
   * members is open to observers too, who may read.
   */
  readonly level: Level;
  /** Whether it asks for a confirmation, or the reason why not. */
  readonly confirm?: Confirm;
  /** From this level on the answer contains secrets or personal data: browsers do not cache it. */
  readonly secretsFrom?: Level;
  /**
   * Open to a session that must first set up a second factor, or change a displayed password; other endpoints
   * answer it 403 `second_factor_required` or `password_change_required`.
   */
  readonly whileLimited?: true;
  /** The scope an API key needs to call it, for its client's data only; by default no key may. The level is for people. */
  readonly apiKey?: KeyScope | false;
  /** The resource of `{id}` in the path. A foreign one is answered like a missing one. */
  readonly resource?: ResourceName;
  /** Path parameters: by default `{id}`. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Maximum values in its JSON body, if parts of it have no schema yet. By default the capacity of its lists.
   */
  readonly mostValues?: number;
  /** How the body is sent: JSON, or multipart with these file fields. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /** Also taken as an HTML form (application/x-www-form-urlencoded), as a standard prescribes. */
  readonly form?: true;
  /** Format of the answer: JSON by default. */
  readonly answers?: 'json' | 'stream' | 'events' | 'file';
  /** By default 200, or 204 without a body. */
  readonly status?: Status;
  readonly response?: Response;
  /** Statuses it may answer besides those common to all (400, 401, 403, 404, 429, 500). */
  readonly errors?: readonly number[];
  /** Users may call it on their own record although their level is too low (profile, language). */
  readonly ownRecord?: boolean;
  /**
   * Its kind in the audit log, besides the changes it makes: signing in (its answer names the user),
   * confirming, signing out, exporting data, seeing a secret.
   */
  readonly recorded?: 'sign_in' | 'sign_out' | 'confirm' | 'export' | 'reveal';
  readonly tag: string;
  readonly summary: string;
}

type IdParams<Path> = Path extends `${string}{id}${string}` ? typeof idParams : z.ZodUndefined;

/**
 * For a signed-in caller who changes something: whether a confirmation is needed must be stated, never
 * assumed.
 */
type Stated = { readonly method: 'GET' } | { readonly level: 'visitor' } | { readonly confirm: Confirm };

/**
 * Declares an endpoint, keeping the types of its schemas; derived values are filled in: status, params,
 * reading level, and why a reader or a visitor needs no confirmation.
 */
export function endpoint<
  const Path extends string,
  Params extends z.ZodType = IdParams<Path> & z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(
  value: Declaration<Params, Query, Body, Response> & { readonly path: Path } & Stated,
): Endpoint<Params, Query, Body, Response> {
  const isReading = value.method === 'GET' && value.level === 'member';
  const answersNothing = value.response === undefined && value.answers === undefined;
  return {
    apiKey: false,
    confirm: value.level === 'visitor' ? 'no_session' : 'reads',
    status: answersNothing ? 204 : 200,
    ...(value.path.includes('{id}') ? { params: idParams as unknown as Params } : {}),
    ...value,
    ...(isReading ? { level: 'observer' } : {}),
  };
}

/** Any endpoint, regardless of its schemas. */
// biome-ignore lint/suspicious/noExplicitAny: schemas vary in both directions (input and output)
export type AnyEndpoint = Endpoint<any, any, any, any>;
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type QueryInputOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** Whether it asks for a confirmation: always, or if one of some fields changes. */
export const asksAgain = ({ confirm }: Pick<AnyEndpoint, 'confirm'>): boolean => typeof confirm !== 'string';
