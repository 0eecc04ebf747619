import type { ReactNode } from 'react';
import { useGrants } from '../../lib/state/session-state.ts';

/** Hides actions from readers, who cannot change anything. */
export const ForMembers = ({ children }: { children: ReactNode }) => (useGrants('member') ? children : null);
