import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../lib/text.ts';

/** Copies a value that is shown once, and confirms it. */
export function Copy({ value, ...button }: ButtonProps & { value: string }) {
  const t = useText('common');
  return (
    <CopyButton value={value} timeout={3000}>
      {({ copied, copy }) => (
        <Button
          variant="light"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
          {...button}
        >
          {t(copied ? 'action.copied' : 'action.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
