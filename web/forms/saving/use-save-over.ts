import type { Versioned } from '@aerowatch/contracts/version';
import { useState } from 'react';
import type { Result } from '../../lib/api/result.ts';
import { changedFields } from '../../lib/changed.ts';
import { type Saving, saveOver } from './save-over.ts';

/**
 * Saves a form over the version it was filled from (null for a new item); `theirs` is the conflicting version
 * until the user has chosen.
 */
export function useSaveOver<Shown extends Versioned | null>(shown: Shown) {
  type Item = NonNullable<Shown>;
  const [base, setBase] = useState(shown);
  const [overtaken, setOvertaken] = useState<{ theirs: Item; fields: string[] } | null>(null);
  /** Null if nothing was written because somebody else saved first. */
  const save = async <Answer>(saving: Saving<Item, Answer>, over: Item): Promise<Result<Answer> | null> => {
    setOvertaken(null);
    setBase(over);
    const { result, theirs } = await saveOver(over, saving);
    if (result !== null) return result;
    setOvertaken({ theirs, fields: changedFields(saving.written(over), saving.written(theirs)) });
    return null;
  };
  /** The form was filled with theirs. */
  const take = (theirs: Item): void => {
    setBase(theirs);
    setOvertaken(null);
  };
  return { base, overtaken, save, take };
}
