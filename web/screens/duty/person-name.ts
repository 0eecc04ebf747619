import { useCallback } from 'react';
import { useTable } from '../../lib/query/use-collection.ts';

/** The name of a person by id; its number while people are not read. */
export function usePersonName(): (id: number) => string {
  const users = useTable('users');
  return useCallback(
    (id) => {
      const user = users[id];
      if (user === undefined) return `#${id}`;
      return `${user.first_name} ${user.last_name}`.trim() || user.email;
    },
    [users],
  );
}
