import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { KEPT_BELOW } from '../base.ts';

/** Something encrypted with the key of a user on this device. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}
/** What became of an entry: it waits, was refused with a reason, or was sent. */
export type EntryState = 'waiting' | 'refused' | 'sent';
export const ENTRY_KINDS = ['comment', 'check', 'closing', 'photo', 'note'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** An entry of the outgoing queue. What was written is in `sealed`; the rest is needed to list it. */
export interface StoredEntry {
  /** Made here; the server takes each id once. */
  readonly id: string;
  /** Its place in the queue. */
  readonly place: number;
  readonly user: number;
  /** Entries of one subject are sent in order: `order 12`, `box 5`. */
  readonly subject: string;
  readonly kind: EntryKind;
  /** When it was written, by the clock of this device, ms since 1970. */
  readonly at: number;
  /** Bytes it takes here. */
  readonly size: number;
  readonly state: EntryState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly problem: Problem | null;
  readonly sentAt: number | null;
  /** Null once it was sent. */
  readonly sealed: Sealed | null;
}
/** The bytes of a photo that waits: apart from its entry, so that the queue is listed without reading them. */
export interface StoredPicture {
  /** That of the entry. */
  readonly id: string;
  readonly sealed: Sealed;
}
export interface Problem {
  readonly at: number;
  /** Of the answer; 0 without one. */
  readonly status: number;
  readonly text: string;
  /** What this device has lost of the entry, so that it cannot be sent. */
  readonly lost?: Lost;
}
/** The bytes of a photo are gone, or the key of what was written. */
export type Lost = 'picture' | 'text';
/** A copy of an answer of the API, for use without a network. */
export interface StoredCopy {
  readonly user: number;
  readonly address: string;
  /** Its endpoint; empty for a picture. */
  readonly endpoint: string;
  readonly at: number;
  readonly size: number;
  readonly sealed: Sealed;
}
/** The orders on this device. */
export interface StoredPlan {
  readonly user: number;
  readonly at: number;
  /** Until when they may be used here, ms since 1970. */
  readonly until: number;
  readonly orders: readonly number[];
  readonly size: number;
}

interface Offline extends DBSchema {
  keys: { key: number; value: { readonly user: number; readonly key: CryptoKey } };
  entries: { key: string; value: StoredEntry; indexes: { place: number } };
  pictures: { key: string; value: StoredPicture };
  copies: { key: [number, string]; value: StoredCopy; indexes: { endpoint: [number, string] } };
  plans: { key: number; value: StoredPlan };
}
export type OfflineDatabase = IDBPDatabase<Offline>;

const NAME = `${KEPT_BELOW}aerowatch-offline`;
const VERSION = 1;

let opening: Promise<OfflineDatabase> | null = null;

/** The database of this device. Rejects where the browser has none, as in some private windows. */
export async function database(): Promise<OfflineDatabase> {
  opening ??= openDB<Offline>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('keys', { keyPath: 'user' });
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('place', 'place');
      db.createObjectStore('pictures', { keyPath: 'id' });
      const copies = db.createObjectStore('copies', { keyPath: ['user', 'address'] });
      copies.createIndex('endpoint', ['user', 'endpoint']);
      db.createObjectStore('plans', { keyPath: 'user' });
    },
    // A newer console in another tab needs another version: this one opens it again at its next use.
    blocking: (_from, _to, event) => {
      opening = null;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opening = null;
    },
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** All copies of a user. */
export const copiesOf = (user: number): IDBKeyRange => IDBKeyRange.bound([user, ''], [user, '\uffff']);

/** Whether something could not be stored because this device has no room left. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
