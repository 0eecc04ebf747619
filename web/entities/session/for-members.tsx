import type { ReactNode } from 'react';
import { useGrants } from '../../lib/state/session-state.ts';

/** What changes something is there for members; who only reads does not see it. */
export const ForMembers = ({ children }: { children: ReactNode }) => (useGrants('member') ? children : null);
