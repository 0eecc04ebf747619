import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { TOAST_MS } from '../ui/toast.ts';

/** Below the header, because they would cover its profile menu; a message under the mouse stays. */
const BELOW = { marginTop: 'var(--app-shell-header-offset, 0rem)' };

export default function Toasts() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={5} style={BELOW} />;
}
