import type { Failure } from '../lib/api/result.ts';
import { FailureAlert } from './form-screen.tsx';

/** A refusal of a whole file: its reasons stand under the fields they are about. */
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
