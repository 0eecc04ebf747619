import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

/** Maximum number of names. */
const NAMED = 5;

/** The times of a silence as text. */
export function useTimeWords() {
  const t = useText('silences');
  const { dateTime, weekdayTime } = useFormats();
  return {
    summary: (count: number, last: number | string | null) => t('times', { count, last: dateTime(last) }),
    starts: (times: readonly { readonly from: number | string }[]) =>
      times
        .slice(0, NAMED)
        .map(({ from }) => weekdayTime(from))
        .join(' · '),
  };
}
