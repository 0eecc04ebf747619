import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../lib/text.ts';

/** Copies a value, and confirms it. */
export function Copy({ value, children, ...button }: ButtonProps & { value: string; children?: string }) {
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
          {copied ? t('action.copied') : (children ?? t('action.copy'))}
        </Button>
      )}
    </CopyButton>
  );
}
