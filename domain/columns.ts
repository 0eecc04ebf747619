/** Rows as columns: in thousands of rows, the field names are most of the bytes and of the work. */
export type Columns<Row> = { readonly [Field in keyof Row]: readonly Row[Field][] };

/** The rows again, in their order; every column holds one value per row. */
export function rowsOf<Row>(columns: Columns<Row>): Row[] {
  const fields = Object.keys(columns) as (keyof Row)[];
  const first = fields[0];
  if (first === undefined) return [];
  return columns[first].map((_, at) => {
    const row = {} as Row;
    for (const field of fields) row[field] = columns[field][at]!;
    return row;
  });
}
