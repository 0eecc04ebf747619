import type { ReactNode } from 'react';

/** A column of a list: its content, and how it is sorted, searched and exported. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** If set, the column can be sorted; texts are also searched. Empty values come last. */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** The searched text, if it differs from `value`. */
  readonly searched?: (row: Row) => string;
  readonly align?: 'left' | 'right';
  readonly hidden?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  readonly wrap?: boolean;
  /** Takes the remaining width. */
  readonly grows?: boolean;
  /** Is the title of a row shown as a card; by default the first column is. */
  readonly names?: boolean;
  /** On a card it is shown beside the title, without its heading. */
  readonly besideName?: boolean;
  /** On a card its value needs no heading. */
  readonly plain?: boolean;
  /** px, or a length of CSS that grows with the window. */
  readonly minWidth?: number | string;
}
