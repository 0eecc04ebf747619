import { Table, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** Rows shown of a file. */
const SHOWN_ROWS = 20;

export interface PreviewColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}
interface Props<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The first one names the row. */
  columns: readonly PreviewColumn<Row>[];
  minWidth: number;
  title: string;
  /** Below the title; of the number of rows shown. */
  text: (count: number) => string;
}

/** The first of some rows of a file; nothing where there is none. */
export function PreviewTable<Row>({ rows, keyOf, columns, minWidth, title, text }: Props<Row>) {
  const [first, ...others] = columns;
  const id = useId();
  const shown = rows.slice(0, SHOWN_ROWS);
  if (shown.length === 0 || first === undefined) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text c="dimmed" mb="xs">
        {text(shown.length)}
      </Text>
      <Table.ScrollContainer minWidth={minWidth}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[first, ...others].map(({ key, title }) => (
                <Table.Th key={key}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={keyOf(row)}>
                <Table.Th scope="row">{first.cell(row)}</Table.Th>
                {others.map(({ key, cell }) => (
                  <Table.Td key={key}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
