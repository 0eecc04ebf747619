import { textOf } from '../lib/text.ts';
import { toast } from '../ui/toast.ts';

export function tellSessionOver(): void {
  toast.info(textOf('common', 'session.over'), textOf('common', 'session.over_title'), 'session-over');
}
