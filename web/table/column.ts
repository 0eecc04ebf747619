import type { ReactNode } from 'react';

/** A column of a list: what it shows and how it is sorted, searched and exported. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** With it the column can be sorted; texts are also searched. Empty values last. */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** The searched text, where it differs from `value`. */
  readonly searched?: (row: Row) => string;
  readonly align?: 'left' | 'right';
  readonly hidden?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  readonly wrap?: boolean;
  /** Takes the room that the others leave. */
  readonly grows?: boolean;
  /** Names the row when it is a card; by default the first column does. */
  readonly names?: boolean;
  /** On a card it stands beside the name, without its heading. */
  readonly besideName?: boolean;
  /** On a card its value says what it is: no heading. */
  readonly plain?: boolean;
  /** px, or a length of CSS that grows with the window. */
  readonly minWidth?: number | string;
}
