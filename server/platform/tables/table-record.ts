/** A row of cells as it stands in the file. Rows are numbered as in a spreadsheet, the header is 1. */
export interface TableRecord {
  readonly row: number;
  readonly cells: readonly string[];
}
