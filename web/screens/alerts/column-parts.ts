import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Formats } from '../../lib/format.ts';
import type { TextOf } from '../../lib/text.ts';

/** What the columns of a list of alerts are made of. */
export interface ColumnParts {
  t: TextOf<'alerts'>;
  words: TextOf<'conditions'>;
  matterWords: TextOf<'inbox'>;
  formats: Formats;
  aeroName: (id: number) => string;
  place: (aero: number) => string;
  when: (condition: Alert['condition']) => string;
  /** The fault, otherwise the rule. */
  title: (alert: Alert) => string;
  clientOf: (alert: Alert) => string;
  /** A sortable text of the place. */
  placeKeyOf: (alert: Alert) => string;
  archived: boolean;
  others: (alert: Alert) => readonly Alert[];
}
