import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { ifMatchOf } from '@aerowatch/contracts/version';
import { useState } from 'react';
import { bodyOf, isSameDefinition, type SupervisorDraft } from '../../entities/supervisors/draft.ts';
import { call } from '../../lib/api/client.ts';
import { type Failure, flatErrors } from '../../lib/api/result.ts';

/**
 * Saves over the version the form was filled from. Where somebody else saved meanwhile, nothing is written and theirs is
 * given: to be looked at, or to be written over knowingly.
 */
export function useSupervisorSave(supervisor: Supervisor, onSaved: (saved: Supervisor) => void) {
  const [base, setBase] = useState(supervisor);
  const [theirs, setTheirs] = useState<Supervisor | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const send = async (draft: SupervisorDraft, over: Supervisor): Promise<void> => {
    const { client: _client, ...body } = bodyOf(draft);
    const params = { id: supervisor.id };
    const result = await call('supervisorsPatch', { params, body: body as never, etag: ifMatchOf(over) });
    if (result.ok) return onSaved(result.data);
    if (result.status === 412) {
      const now = await call('supervisorsGet', { params });
      if (!now.ok) return setFailure(now);
      if (isSameDefinition(now.data, over)) return send(draft, now.data);
      return setTheirs(now.data);
    }
    const { non_field_errors: _general, ...fields } = result.errors;
    const refused = flatErrors(fields);
    setErrors(refused);
    if (Object.keys(refused).length === 0) setFailure(result);
  };
  const save = async (draft: SupervisorDraft, over = base): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setTheirs(null);
    setBase(over);
    await send(draft, over);
    setBusy(false);
  };
  return { save, busy, failure, errors, theirs };
}
