import { useText } from '../lib/text.ts';
import { useIsArriving } from './arrival.ts';
import classes from './arrival-bar.module.css';

/** A progress line while the next screen loads; not shown for screens that load at once. */
export function ArrivalBar() {
  const t = useText('common');
  return useIsArriving() ? (
    <div className={classes.bar} role="progressbar" aria-label={t('state.loading')} />
  ) : null;
}
