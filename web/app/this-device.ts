import { answerFrom } from '../lib/api/copies.ts';
import { isDeviceOnly } from '../lib/offline/device-session.ts';
import { store } from '../lib/state/store.ts';
import { failureText } from '../ui/states/failure.ts';

/** Loaded when needed: the sign-in page keeps nothing. */
const device = () => import('../lib/offline/device.ts');
const userNow = (): number | null => store.getState().profile?.id ?? null;

/** Whether the console stays open on this device although its session has ended. */
export async function staysOnDevice(): Promise<boolean> {
  const user = userNow();
  if (user === null) return false;
  return import('../lib/offline/usable.ts').then(
    ({ mayStayHere }) => mayStayHere(user, isDeviceOnly()),
    () => false,
  );
}

/** From now on, answers that the network does not give are read from this device. */
export function readFromThisDevice(): void {
  const user = userNow();
  if (user === null) return;
  answerFrom({
    answer: async (...read) => (await device()).answerHere(user, ...read),
    picture: async (address) => (await device()).pictureHere(user, address),
  });
}

/** Sends what waits on this device; returns what ends that. */
export function sendFromThisDevice(): () => void {
  const user = userNow();
  if (user === null) return () => undefined;
  let stop: (() => void) | null = () => undefined;
  void device().then(
    ({ sendFromDevice }) => {
      if (stop !== null) stop = sendFromDevice(user, (failure) => failureText(failure).advice);
    },
    () => undefined,
  );
  return () => {
    stop?.();
    stop = null;
  };
}

/** How much was written on this device and not sent. */
export async function countUnsent(): Promise<number> {
  return import('../lib/offline/queue.ts').then(
    ({ unsent }) => unsent().length,
    () => 0,
  );
}
