import { useText } from '../lib/text.ts';
import { useIsArriving } from './arrival.ts';
import classes from './arrival-bar.module.css';

/** A line over the screen while the next one is on its way; not for what comes at once. */
export function ArrivalBar() {
  const t = useText('common');
  return useIsArriving() ? (
    <div className={classes.bar} role="progressbar" aria-label={t('state.loading')} />
  ) : null;
}
