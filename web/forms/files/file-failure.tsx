import type { Failure } from '../../lib/api/result.ts';
import { FailureAlert } from '../form-screen.tsx';

/** The refusal of a whole file, with its reasons at their fields. */
export function FileFailure({
  failure,
  fields,
  title,
}: {
  failure: Failure;
  fields: readonly string[];
  title: string;
}) {
  const reasons = fields.flatMap((field) => {
    const messages = failure.errors[field];
    return Array.isArray(messages) ? messages : [];
  });
  return (
    <FailureAlert
      failure={reasons.length === 0 ? failure : { ...failure, detail: reasons.join(' ') }}
      title={title}
    />
  );
}
