import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { OrdersHere } from './orders-here.tsx';
import { QueuePanel } from './queue-panel.tsx';

/** What is on this device alone: what waits to be sent, and the orders taken along. */
export default function OfflineScreen() {
  const t = useText('offline');
  return (
    <>
      <PageHeader compact title={t('title')} description={t('description')} />
      <QueuePanel />
      <OrdersHere />
    </>
  );
}
