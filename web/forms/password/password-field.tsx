import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';

/** A password with a caps-lock hint and a button to show it. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText('auth');
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div>
      <PasswordInput
        // Mantine marks its other fields as invalid, but not this one.
        aria-invalid={props.error ? true : undefined}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{
          'aria-label': t(visible ? 'login.hide_password' : 'login.show_password'),
          tabIndex: 0,
        }}
        {...props}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={(event) => {
          setCapsLock(false);
          props.onBlur?.(event);
        }}
      />
      <SmallText mt={4} role="status">
        {capsLock ? t('login.caps_lock') : ''}
      </SmallText>
    </div>
  );
}
