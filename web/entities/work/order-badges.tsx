import {
  IconBan,
  IconCalendarEvent,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconFlag,
  IconFlag3,
  IconHelpCircle,
  IconHourglass,
} from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import type { Order } from './work-words.ts';

const STAGES = {
  proposed: { color: 'petrol', icon: IconCircleDashed },
  open: { color: 'petrol', icon: IconCircle },
  planned: { color: 'grape', icon: IconCalendarEvent },
  done: { color: 'amber', icon: IconHelpCircle },
  verifying: { color: 'blue', icon: IconHourglass },
  closed: { color: 'teal', icon: IconCircleCheck },
  cancelled: { color: 'gray', icon: IconBan },
  dismissed: { color: 'gray', icon: IconCircleOff },
} as const;

/** The stage of an order, from proposal to proven repair. */
export function OrderStage({ stage }: Pick<Order, 'stage'>) {
  const t = useText('work');
  return <OutlineBadge {...STAGES[stage]}>{t(`stage.${stage}`)}</OutlineBadge>;
}

const SEVERITIES = {
  low: { color: 'gray', icon: IconFlag },
  medium: { color: 'amber', icon: IconFlag },
  high: { color: 'red', icon: IconFlag3 },
} as const;

export function OrderSeverity({ severity }: Pick<Order, 'severity'>) {
  const t = useText('work');
  return <OutlineBadge {...SEVERITIES[severity]}>{t(`severity.${severity}`)}</OutlineBadge>;
}
