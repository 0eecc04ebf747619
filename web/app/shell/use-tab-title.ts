import { useEffect } from 'react';
import { useCollectionState, useRingingAlerts } from '../../lib/query/collection-state.ts';
import { useText } from '../../lib/text.ts';
import { usePlainTitle } from '../plain-title.ts';
import { useProductTitle } from '../product.ts';

/** Title and message alternate this often, ms: the customer's own rule. */
const ALTERNATION = 3000;

/** While alerts exist the tab alternates between the product title and the alerts label with the count. */
export function useTabTitle(): void {
  const t = useText('common');
  const product = useProductTitle();
  const known = useRingingAlerts();
  const alerts = known ?? 0;
  const { failure } = useCollectionState('alerts');
  const waiting = `${t(failure ? 'shell.alerts_failed' : 'state.loading')} – ${product}`;
  const label = t('shell.alerts', { count: alerts });
  const plain = usePlainTitle();
  useEffect(() => {
    document.title = known === null ? waiting : plain;
    if (alerts === 0) return;
    document.title = product;
    let shown = false;
    const timer = setInterval(() => {
      shown = !shown;
      document.title = shown ? label : product;
    }, ALTERNATION);
    return () => clearInterval(timer);
  }, [product, plain, known, alerts, label, waiting]);
}
