import type { Client } from '@aerowatch/contracts/api/clients';
import { IconBuilding } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../entities/collection-list.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsWhole } from '../../lib/query/collection-state.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

interface Row extends Client {
  /** Null until all are loaded. */
  boxes: number | null;
  users: number | null;
}
const rowName = (row: Row): string => row.name;

/** How many of these each client has; null until all are loaded. */
function useCountsByClient(
  items: readonly { client: number | null }[],
  whole: boolean,
): (client: number) => number | null {
  return useMemo(() => {
    const counts = new Map<number | null, number>();
    for (const { client } of items) counts.set(client, (counts.get(client) ?? 0) + 1);
    return (client) => (whole ? (counts.get(client) ?? 0) : null);
  }, [items, whole]);
}

export default function ClientsScreen() {
  const t = useText('clients');
  const clients = useCollection('clients');
  const fleet = useFleet();
  const boxes = useCountsByClient(fleet.boxes, fleet.isKnown);
  const users = useCountsByClient(useCollection('users'), useIsWhole('users'));
  const rows = useMemo(
    () => clients.map((client): Row => ({ ...client, boxes: boxes(client.id), users: users(client.id) })),
    [clients, boxes, users],
  );
  return (
    <CollectionList
      collection="clients"
      title={t('title')}
      description={t('description')}
      create={{ to: paths.clientCreate(), label: t('create') }}
      rows={rows}
      columns={useColumns()}
      rowName={rowName}
      editTo={({ id }) => paths.clientEdit(id)}
      deletion={{ key: 'clientsDelete', explain: t('delete_explain') }}
      empty={{ title: t('empty'), advice: t('empty_advice'), icon: IconBuilding }}
    />
  );
}

function useColumns() {
  const t = useText('clients');
  const domain = useText('domain');
  const formats = useFormats();
  return useMemo(
    (): Column<Row>[] => [
      {
        key: 'name',
        label: domain('field.name'),
        fixed: true,
        value: (row) => row.name,
        cell: (row) => (
          <TextLink to={paths.clientEdit(row.id)} fw={550}>
            {row.name}
          </TextLink>
        ),
      },
      {
        key: 'boxes',
        label: t('boxes'),
        align: 'right',
        value: (row) => row.boxes,
        cell: (row) => formats.number(row.boxes),
      },
      {
        key: 'users',
        label: t('users'),
        align: 'right',
        value: (row) => row.users,
        cell: (row) => formats.number(row.users),
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (row) => row.created_at,
        cell: (row) => formats.date(row.created_at),
      },
    ],
    [t, domain, formats],
  );
}
