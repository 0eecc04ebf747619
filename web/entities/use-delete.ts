import { useState } from 'react';
import { call } from '../lib/api/client.ts';
import type { Result } from '../lib/api/result.ts';
import { useText } from '../lib/text.ts';
import { toast } from '../ui/toast.ts';
import type { Collection } from './collections.ts';
import { removed } from './entities-slice.ts';
import { useAppDispatch } from './store.ts';

export type DeleteKey =
  | 'clientsDelete'
  | 'usersDelete'
  | 'firmwaresDelete'
  | 'tagsDelete'
  | 'keysDelete'
  | 'supervisorsDelete'
  | 'boxesDelete';
interface Named {
  id: number;
  name: string;
}
export interface Deletion {
  /** What the reader is about to delete. */
  asked: Named | null;
  ask: (item: Named) => void;
  close: () => void;
  confirm: () => Promise<Result<unknown>>;
}

/** Deletes an item of a collection after the typed confirmation, and reports it. */
export function useDelete(key: DeleteKey, collection: Collection, onDone?: () => void): Deletion {
  const t = useText('common');
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<Named | null>(null);
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    confirm: async () => {
      const { id, name } = asked ?? { id: 0, name: '' };
      const result = await call(key, { params: { id } });
      if (result.ok) {
        dispatch(removed({ collection, ids: [id] }));
        toast.success(t('success.deleted', { name }));
        onDone?.();
      }
      return result;
    },
  };
}
