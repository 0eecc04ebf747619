import type { ReactNode } from 'react';

/** A column of a list: what it shows, what it sorts, searches and exports by. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** With it the column can be sorted; also what the search looks in when a text. Empty last. */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** What the search looks in, where it differs from `value`. */
  readonly searched?: (row: Row) => string;
  readonly align?: 'left' | 'right';
  readonly hidden?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  readonly wrap?: boolean;
  /** Names the row where it is a card; else the first does. */
  readonly names?: boolean;
  readonly minWidth?: number;
}
