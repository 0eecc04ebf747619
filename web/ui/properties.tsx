import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names with their values, one line each. */
export function Properties({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <DataList>
      {of.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
