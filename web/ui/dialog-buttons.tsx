import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text.ts';

interface Props extends ButtonProps {
  onCancel: () => void;
  /** The label of the action. */
  act: string;
  /** Performs the action; without it, the dialog's form is submitted. */
  onAct?: () => unknown;
  /** More buttons, before Cancel. */
  children?: ReactNode;
}

/** The footer of a dialog: Cancel, and its action. */
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
