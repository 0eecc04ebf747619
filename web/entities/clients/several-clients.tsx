import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBuildings } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';

interface ClientCount {
  /** Null: of no client. */
  readonly client: number | null;
  readonly boxes: number;
}
interface Props {
  counts: readonly ClientCount[];
  /** With it one client's boxes alone can be kept. */
  onKeep?: (client: number | null) => void;
}

/** A warning that what was chosen belongs to more than one client, with how many of each; nothing for one. */
export function SeveralClients({ counts, onKeep }: Props) {
  const t = useText('boxes');
  const formats = useFormats();
  const clients = useTable('clients');
  if (counts.length < 2) return null;
  const nameOf = (client: number | null): string =>
    client === null ? t('form.client_none') : (clients[client]?.name ?? `#${client}`);
  const sorted = [...counts].sort((a, b) => b.boxes - a.boxes);
  const parts = sorted.map(({ client, boxes }) => t('clients.part', { name: nameOf(client), count: boxes }));
  return (
    <Alert
      color="amber"
      icon={<IconBuildings aria-hidden />}
      py="xs"
      w="100%"
      styles={{ body: { minWidth: 0 }, message: { minWidth: 0 } }}
    >
      <Group gap="xs">
        <Text>{t('clients.several', { count: sorted.length, parts: formats.list(parts) })}</Text>
        {onKeep === undefined
          ? null
          : sorted.map(({ client }) => (
              <Button
                key={client}
                size="compact-sm"
                variant="default"
                maw="100%"
                onClick={() => onKeep(client)}
              >
                {t('clients.keep', { name: nameOf(client) })}
              </Button>
            ))}
      </Group>
    </Alert>
  );
}

/** The same for boxes chosen elsewhere, by what is loaded of them. */
export function ClientsOfBoxes({ boxes }: { boxes: readonly number[] }) {
  const known = useTable('boxes');
  const groups = Map.groupBy(
    boxes.flatMap((id) => known[id] ?? []),
    ({ client }) => client,
  );
  return <SeveralClients counts={[...groups].map(([client, of]) => ({ client, boxes: of.length }))} />;
}
