import { Alert } from '@mantine/core';

/** Why something failed, shown where it was requested; nothing without a failure. */
export function Problem({ text, title }: { text: string | null; title?: string }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert" title={title}>
      {text}
    </Alert>
  );
}
