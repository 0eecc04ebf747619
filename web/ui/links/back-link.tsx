import { IconChevronLeft } from '@tabler/icons-react';
import { TextLink } from './text-link.tsx';

/** The link back to the list a screen belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink
      to={to}
      className="aw-no-print"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 2, overflowWrap: 'anywhere' }}
    >
      <IconChevronLeft size={16} aria-hidden style={{ flex: 'none' }} />
      {children}
    </TextLink>
  );
}
