import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { TOAST_MS } from '../ui/toast.ts';

export default function Toasts() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={5} />;
}
