import { useState } from 'react';
import type { Result } from '../lib/api/result.ts';
import { write } from '../lib/query/write.ts';
import { useText } from '../lib/text.ts';
import { toast } from '../ui/toast.ts';

export type DeleteKey =
  | 'clientsDelete'
  | 'usersDelete'
  | 'firmwaresDelete'
  | 'tagsDelete'
  | 'keysDelete'
  | 'supervisorsDelete'
  | 'dutyRostersDelete'
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
export function useDelete(key: DeleteKey, onDone?: () => void): Deletion {
  const t = useText('common');
  const [asked, setAsked] = useState<Named | null>(null);
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    confirm: async () => {
      const { id, name } = asked ?? { id: 0, name: '' };
      const result = await write(key, { params: { id } });
      if (result.ok) {
        toast.success(t('success.deleted', { name }));
        onDone?.();
      }
      return result;
    },
  };
}
