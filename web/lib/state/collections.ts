import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Box } from '@aerowatch/contracts/api/boxes';
import type { Client } from '@aerowatch/contracts/api/clients';
import type { Firmware } from '@aerowatch/contracts/api/firmwares';
import type { Key } from '@aerowatch/contracts/api/keys';
import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import type { ListedSupervisor } from '@aerowatch/contracts/api/supervisors';
import type { Tag } from '@aerowatch/contracts/api/tags';
import type { User } from '@aerowatch/contracts/api/users';

/** Latest measure of an AERO, with the box it belongs to when known. */
export type LatestMeasure = ApiMeasure & { box?: number };
export interface Group {
  id: number;
  name: string;
}
/** The customer's collections, in the order in which they are loaded (section 7). */
export interface Items {
  aeros: Aero;
  clients: Client;
  firmwares: Firmware;
  tags: Tag;
  boxes: Box;
  measures: LatestMeasure;
  supervisors: ListedSupervisor;
  groups: Group;
  users: User;
  /** Open alerts only. */
  alerts: Alert;
  keys: Key;
}
export type Collection = keyof Items;
export const COLLECTIONS = [
  'aeros',
  'clients',
  'firmwares',
  'tags',
  'boxes',
  'measures',
  'supervisors',
  'groups',
  'users',
  'alerts',
  'keys',
] as const satisfies readonly Collection[];

export function isCollection(name: string): name is Collection {
  return (COLLECTIONS as readonly string[]).includes(name);
}
/** A measure is identified by its AERO: the collection contains the latest of each. */
export function idOf(collection: Collection, item: Items[Collection]): number {
  return collection === 'measures' ? (item as LatestMeasure).aero : (item as { id: number }).id;
}
