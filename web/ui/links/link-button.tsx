import { ActionIcon, type ActionIconProps, Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link that looks like a button. */
export function LinkButton({ to, ...props }: ButtonProps & { to: string; children: ReactNode }) {
  return <Button component={Link} to={to} {...props} />;
}

interface IconProps extends ActionIconProps {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  to?: string;
  disabled?: boolean;
}
/** A button with only an icon, with its name on hover and for screen readers. */
export function IconButton({ label, icon, to, onClick, ...props }: IconProps) {
  const shared = { variant: 'subtle', color: 'gray', size: 'lg', 'aria-label': label, ...props } as const;
  return (
    <Tooltip label={label}>
      {to === undefined ? (
        <ActionIcon key="act" onClick={onClick} {...shared}>
          {icon}
        </ActionIcon>
      ) : (
        <ActionIcon key="link" component={Link} to={to} {...shared}>
          {icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
