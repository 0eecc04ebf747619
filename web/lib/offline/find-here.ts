import { parseKilometerPoint } from '@aerowatch/domain/kilometer-point';
import type { Answer } from '../api/contract.ts';

export type OrderHere = Answer<'workOrdersGet'>;
/** Degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Orders as they stand along the line. */
export function alongTheLine(orders: readonly OrderHere[]): OrderHere[] {
  const km = ({ place }: OrderHere): number => place.kilometer_point ?? Number.POSITIVE_INFINITY;
  return orders.toSorted((a, b) => a.place.line.localeCompare(b.place.line) || km(a) - km(b) || a.id - b.id);
}

/** Two readings of a kilometer point within this are the same pole, km. */
const SAME_PLACE = 0.1;

/** Whether an order is meant by a pole, a kilometer point, a serial number, or a word of its title or line. */
export function isMeant({ title, place }: OrderHere, text: string): boolean {
  const words = text.trim().toLowerCase();
  if ([place.pole, place.serial_number, place.line, title].some((one) => one.toLowerCase().includes(words)))
    return true;
  const km = parseKilometerPoint(words);
  return (
    km !== null && place.kilometer_point !== null && Math.abs(place.kilometer_point - km) <= SAME_PLACE + 1e-9
  );
}

const KM_A_DEGREE = 111.2;
/** km between two places; flat, as what is near enough to walk to. */
export function kmTo(here: Position, { place: { latitude, longitude } }: OrderHere): number {
  if (latitude === null || longitude === null) return Number.POSITIVE_INFINITY;
  const east = (longitude - here.longitude) * Math.cos((here.latitude * Math.PI) / 180);
  return KM_A_DEGREE * Math.hypot(latitude - here.latitude, east);
}
/** The nearest first; those without a place last. */
export const nearestFirst = (orders: readonly OrderHere[], here: Position): OrderHere[] =>
  orders.toSorted((a, b) => kmTo(here, a) - kmTo(here, b) || a.id - b.id);
