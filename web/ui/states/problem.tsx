import { Alert } from '@mantine/core';

/** Why something did not work, said where it was asked for; nothing while there is none. */
export function Problem({ text, title }: { text: string | null; title?: string }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert" title={title}>
      {text}
    </Alert>
  );
}
