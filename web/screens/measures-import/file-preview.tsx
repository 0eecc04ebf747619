import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Table, Text, Title } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { ImportChoice } from './choice.ts';
import type { Chosen } from './file-choice.tsx';
import type { Mapping } from './guess.ts';

/** The meaning of a column of the file; null for an unused one. */
function useMeaning({ headers }: Chosen['head'], { mapping, one }: ImportChoice) {
  const t = useText('jobs');
  const words = useText('domain');
  return (name: string, index: number): string | null => {
    // Of columns with the same name the first counts, as on the server.
    if (name.trim() === '' || headers.indexOf(name) !== index) return null;
    const is = (key: keyof Mapping): boolean => mapping[key] === name;
    if (is('time')) return t('importing.time');
    if (!one && is('box')) return t('importing.box');
    if (!one && is('aero')) return t('importing.position');
    const metric = METRIC_KEYS.find(is);
    return metric === undefined ? null : words(`metric.${metric}.name`);
  };
}

/** The first rows as in the file, each column below its meaning. */
export function FilePreview({ file, choice }: { file: Chosen; choice: ImportChoice }) {
  const t = useText('jobs');
  const formats = useFormats();
  const { head } = file;
  const meaning = useMeaning(head, choice);
  return (
    <section aria-labelledby="file-preview">
      <Title order={2} size="h4" id="file-preview">
        {t('importing.preview')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('importing.preview_text', {
          count: head.rows.length,
          name: file.file.name,
          size: formats.bytes(file.file.size),
        })}
      </Text>
      <Table.ScrollContainer minWidth={500}>
        <Table withColumnBorders fz="sm" style={{ whiteSpace: 'nowrap' }}>
          <Table.Thead>
            <Table.Tr>
              {head.headers.map((name, index) => {
                const use = meaning(name, index);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
                  <Table.Th key={index}>
                    <Text size="xs" fw={600} c={use === null ? 'dimmed' : undefined}>
                      {use ?? t('importing.unused')}
                    </Text>
                    {name}
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {head.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
              <Table.Tr key={line}>
                {head.headers.map((name, index) => (
                  <Table.Td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
                    key={index}
                    c={meaning(name, index) === null ? 'dimmed' : undefined}
                  >
                    {row[index] ?? ''}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
