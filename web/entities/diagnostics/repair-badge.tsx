import { IconCircleCheck, IconHourglass, IconRepeat } from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import type { Repair } from './finding-value.ts';

export const REPAIR_STYLES = {
  verifying: { color: 'blue', icon: IconHourglass },
  proven: { color: 'teal', icon: IconCircleCheck },
  not_proven: { color: 'red', icon: IconRepeat },
} as const satisfies Record<Repair['state'], object>;

/** Whether the last work on an AERO is proven, as a shape and a word. */
export function RepairBadge({ state }: Pick<Repair, 'state'>) {
  const t = useText('diagnostics');
  return <OutlineBadge {...REPAIR_STYLES[state]}>{t(`repair.${state}`)}</OutlineBadge>;
}
