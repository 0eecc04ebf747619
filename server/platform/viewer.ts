import { grants, type KeyScope, type Level, levelOf } from '@aerowatch/domain/access';
import { type Language, languageFrom } from '@aerowatch/domain/languages';
import { Forbidden } from './errors.ts';

export type { Language };
export type UnitSystem = 'metric' | 'imperial';

/** Where a call comes from, for the audit log; absent outside a request. */
export interface From {
  readonly address: string;
  /** The caller's User-Agent. */
  readonly device: string | null;
}
export interface UserViewer {
  readonly kind: 'user';
  readonly id: number;
  readonly clientId: number | null;
  readonly level: Exclude<Level, 'visitor'>;
  readonly language: Language;
  readonly timeZone: string;
  readonly unitSystem: UnitSystem;
  readonly email: string;
  readonly name: string;
  /** Row of the token of this call: logout and password change need it. Null outside a request. */
  readonly tokenId: number | null;
  /** When this session was last confirmed with password or factor; null for never, and outside a request. */
  readonly confirmedAt: Date | null;
  /** When this session ends at the latest; null outside a request. */
  readonly endsAt?: Date | null;
  /** Whether the call used the former token of a session whose new one is already in use. */
  readonly isRenewed?: boolean;
  /** What this session must do before it may do anything else. */
  readonly limited: Limit | null;
  readonly from?: From;
}
export type Limit = 'second_factor_required' | 'password_change_required';
export interface KeyViewer {
  readonly kind: 'key';
  readonly id: number;
  readonly clientId: number;
  readonly scopes: readonly KeyScope[];
  readonly from?: From;
}
/** Nobody is signed in: sees no client's data. */
export interface Visitor {
  readonly kind: 'visitor';
}
/** The server itself: workers and ingest. It sees everything, so each use is explicit. */
export interface System {
  readonly kind: 'system';
  /** Set when it acts for somebody who is not identified yet. */
  readonly from?: From;
}
export type Viewer = UserViewer | KeyViewer | Visitor | System;

/** The fields of a user that decide their visibility, language and units. */
interface UserFacts {
  readonly id: number;
  readonly client_id: number | null;
  readonly is_staff: boolean;
  readonly is_superuser: boolean;
  readonly groups: readonly number[];
  readonly language: string;
  readonly time_zone: string;
  readonly unit_system: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Fields that a session adds to its user. */
interface SessionFacts {
  readonly tokenId: number;
  readonly confirmedAt: Date | null;
  readonly endsAt: Date;
  readonly isRenewed: boolean;
  readonly limited: Limit | null;
}

export function viewerOf(user: UserFacts, session: SessionFacts | null): UserViewer {
  return {
    kind: 'user',
    id: user.id,
    clientId: user.client_id,
    level: levelOf(user) as UserViewer['level'],
    language: languageFrom(user.language),
    timeZone: user.time_zone,
    unitSystem: user.unit_system === 'imperial' ? 'imperial' : 'metric',
    email: user.email,
    name: `${user.first_name} ${user.last_name}`.trim(),
    tokenId: session?.tokenId ?? null,
    confirmedAt: session?.confirmedAt ?? null,
    endsAt: session?.endsAt ?? null,
    isRenewed: session?.isRenewed === true,
    limited: session?.limited ?? null,
  };
}

/** A unique name for each caller, for counts and queues per user or key. */
export const nameOf = (viewer: { readonly kind: string; readonly id?: number }): string =>
  viewer.id === undefined ? viewer.kind : `${viewer.kind} ${viewer.id}`;

export const system: System = { kind: 'system' };
export const visitor: Visitor = { kind: 'visitor' };

/** The clients that a viewer may see: null is every client, a number that client alone, 'none' nothing. */
export type ClientScope = number | null | 'none';

export function clientScope(viewer: Viewer): ClientScope {
  switch (viewer.kind) {
    case 'system':
      return null;
    case 'visitor':
      return 'none';
    case 'key':
      return viewer.clientId;
    case 'user':
      return viewer.level === 'admin' ? null : (viewer.clientId ?? 'none');
  }
}

/** A key reads like a member; its scopes decide what it may write (`admit`). */
export function levelOfViewer(viewer: Viewer): Level {
  if (viewer.kind === 'user') return viewer.level;
  return viewer.kind === 'system' ? 'admin' : viewer.kind === 'key' ? 'member' : 'visitor';
}

export function may(viewer: Viewer, needed: Level): boolean {
  return grants(levelOfViewer(viewer), needed);
}

/** The signed-in user, or 403: for acts that only a person may do. */
export function userOf(viewer: Viewer): UserViewer {
  if (viewer.kind !== 'user') throw new Forbidden();
  return viewer;
}

/** Id of the acting user for columns such as seen_by; null for keys and the server itself. */
export function userIdOf(viewer: Viewer): number | null {
  return viewer.kind === 'user' ? viewer.id : null;
}

/** A user or a key. Throws 403 for others. */
export function callerOf(viewer: Viewer): UserViewer | KeyViewer {
  if (viewer.kind !== 'user' && viewer.kind !== 'key') throw new Forbidden();
  return viewer;
}

/** Language for a viewer without a request: live events. */
export function languageOfViewer(viewer: Viewer): Language {
  return viewer.kind === 'user' ? viewer.language : 'en';
}
