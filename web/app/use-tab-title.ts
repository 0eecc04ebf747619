import { useEffect } from 'react';
import { useCollectionState, useRingingAlerts } from '../entities/use-collection.ts';
import { useLevel } from '../lib/state/session-state.ts';
import { useText } from '../lib/text.ts';
import { useScreenTitle } from '../ui/screen-title.ts';
import { useProductTitle } from './product.ts';

/** Title and message alternate this often, ms: the customer's own rule. */
const ALTERNATION = 3000;

/** While alerts exist the tab alternates between the product title and the alerts label with the count. */
export function useTabTitle(): void {
  const t = useText('common');
  const product = useProductTitle();
  const screen = useScreenTitle();
  const known = useRingingAlerts();
  const alerts = known ?? 0;
  const signedIn = useLevel() !== 'visitor';
  const { failure } = useCollectionState('alerts');
  const waiting = `${t(failure ? 'shell.alerts_failed' : 'state.loading')} – ${product}`;
  const label = t('shell.alerts', { count: alerts });
  useEffect(() => {
    const plain = screen === '' ? product : `${screen} – ${product}`;
    const calm = known === null ? waiting : plain;
    document.title = signedIn ? calm : plain;
    if (!signedIn || alerts === 0) return;
    document.title = product;
    let shown = false;
    const timer = setInterval(() => {
      shown = !shown;
      document.title = shown ? label : product;
    }, ALTERNATION);
    return () => clearInterval(timer);
  }, [product, screen, known, alerts, signedIn, label, waiting]);
}
