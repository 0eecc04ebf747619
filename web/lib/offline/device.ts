import type { Failure } from '../api/result.ts';
import { whenReachable } from '../live/connection.ts';
import { canKeep } from './can-keep.ts';
import { answerFromDevice, forgetCopies, pictureCopy } from './copies.ts';
import { flush, followQueue, leaveQueue, removeAll } from './queue.ts';
import { forgetKey } from './seal.ts';
import { takeByItself } from './taking.ts';
import { unsentOf } from './usable.ts';

/** The copy of an answer, or of a picture, on this device. */
export const answerHere: typeof answerFromDevice = async (...read) =>
  canKeep() ? answerFromDevice(...read) : null;
export const pictureHere: typeof pictureCopy = async (...read) => (canKeep() ? pictureCopy(...read) : null);

/** Takes orders along on Wi-Fi, and sends what waits, now and whenever the server may be reachable again; returns what ends that. */
export function sendFromDevice(user: number, say: (failure: Failure) => string): () => void {
  if (!canKeep()) return () => undefined;
  void followQueue(user, say);
  const send = (): void => void flush();
  const look = (): void => {
    if (document.visibilityState === 'visible') send();
  };
  addEventListener('online', send);
  document.addEventListener('visibilitychange', look);
  navigator.serviceWorker?.addEventListener('message', send);
  const stop = whenReachable(send);
  const stopTaking = takeByItself(user);
  return () => {
    removeEventListener('online', send);
    document.removeEventListener('visibilitychange', look);
    navigator.serviceWorker?.removeEventListener('message', send);
    stop();
    stopTaking();
    leaveQueue();
  };
}

/**
 * The session of a user ends here. Copies go, and the key too, unless something written waits: that stays,
 * encrypted, until the same user signs in. With `all` it goes as well.
 */
export async function leaveDevice(user: number, { all }: { all: boolean }): Promise<void> {
  if (!canKeep()) return;
  leaveQueue();
  try {
    await forgetCopies(user);
    if (all) await removeAll(user);
    if ((await unsentOf(user)).length === 0) {
      await removeAll(user);
      await forgetKey(user);
    }
  } catch {
    // The browser keeps nothing for this site.
  }
}
