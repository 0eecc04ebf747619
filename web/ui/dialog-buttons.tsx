import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text.ts';

interface Props extends ButtonProps {
  onCancel: () => void;
  /** The name of what the dialog does. */
  act: string;
  /** Does it; without, the dialog's form is sent. */
  onAct?: () => unknown;
  /** More buttons, before Cancel. */
  children?: ReactNode;
}

/** The end of a dialog: Cancel, and what it does. */
export function DialogButtons({ onCancel, act, onAct, children, ...button }: Props) {
  const t = useText('common');
  return (
    <Group justify="flex-end" w="100%">
      {children}
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button
        type={onAct === undefined ? 'submit' : 'button'}
        onClick={onAct && (() => void onAct())}
        {...button}
      >
        {act}
      </Button>
    </Group>
  );
}
