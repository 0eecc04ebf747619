import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconEyeOff,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import type { Verdict } from './finding-value.ts';

const STYLES = {
  bad: { color: 'red', icon: IconAlertOctagon },
  watch: { color: 'amber', icon: IconAlertTriangle },
  good: { color: 'teal', icon: IconCircleCheck },
  unknown: { color: 'gray', icon: IconHelpCircle },
  not_watched: { color: 'gray', icon: IconEyeOff },
} as const satisfies Record<Verdict, object>;

/** A verdict as shape and word. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const t = useText('diagnostics');
  return <OutlineBadge {...STYLES[verdict]}>{t(`verdict.${verdict}`)}</OutlineBadge>;
}
