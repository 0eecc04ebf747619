import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { useState } from 'react';
import { bodyOf, type SupervisorDraft, writtenOf } from '../../entities/supervisors/draft.ts';
import { useSaveOver } from '../../forms/saving/use-save-over.ts';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { type Failure, flatErrors } from '../../lib/api/result.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';

/**
 * Saves a supervisor over the version the form started from; AEROs added to its tag or client do not count as
 * a change.
 */
export function useSupervisorSave(supervisor: Supervisor, onSaved: (saved: Supervisor) => void) {
  const [patchSupervisor] = useMutation('supervisorsPatch');
  const { base, overtaken, save: saveOver, take: takeOver } = useSaveOver(supervisor);
  const [busy, during] = useBusy();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const forget = (): void => {
    setFailure(null);
    setErrors({});
  };
  const save = async (draft: SupervisorDraft, over = base): Promise<void> => {
    forget();
    const { client: _client, ...body } = bodyOf(draft);
    const params = { id: supervisor.id };
    const result = await during(
      saveOver(
        {
          written: writtenOf,
          read: () => fetchOnce('supervisorsGet', { params }),
          send: (etag) => patchSupervisor({ params, body: body as never, etag }),
        },
        over,
      ),
    );
    if (result === null) return;
    if (result.ok) return onSaved(result.data);
    const { non_field_errors: _general, ...fields } = result.errors;
    const refused = flatErrors(fields);
    setErrors(refused);
    focusFirstError(null);
    if (Object.keys(refused).length === 0) setFailure(result);
  };
  const take = (theirs: Supervisor): void => {
    forget();
    takeOver(theirs);
  };
  return { base, save, take, busy, failure, errors, overtaken };
}
