import { useEffect } from 'react';
import { adoptProfile, signOut } from '../entities/session/session.ts';
import { hasUnsavedChanges } from '../forms/saving/unsaved-guard.ts';
import { isDeviceOnly, setDeviceOnly } from '../lib/offline/device-session.ts';
import { fetchOnce } from '../lib/query/fetch-once.ts';
import { followLive } from '../lib/query/live-events.ts';
import { loadCollections } from '../lib/query/load-collections.ts';
import { isSessionOver } from '../lib/session/session-date.ts';
import { storage } from '../lib/session/storage.ts';
import { STORAGE_KEYS } from '../lib/state/authentication.ts';
import { store, useAppSelector } from '../lib/state/store.ts';
import { reauthentication } from './dialogs/dialogs.ts';
import { tellSessionOver } from './session-over.ts';
import { onUnauthorized, sessionAccepted } from './start.ts';
import { readFromThisDevice, sendFromThisDevice, staysOnDevice } from './this-device.ts';

/** While signed in: loads profile and collections, follows events, ends the session after six hours. */
export function useSession(): void {
  const { isAuthenticated, signIns } = useAppSelector((state) => state.authentication);
  useEffect(() => {
    if (!isAuthenticated) return;
    // The user signed out, or signed in again, in the meantime: the answer may belong to somebody else.
    const isCurrent = () => {
      const now = store.getState().authentication;
      return now.isAuthenticated && now.signIns === signIns;
    };
    void fetchOnce('meGet').then((result) => {
      if (isCurrent() && result.ok) {
        // A copy says nothing about the session.
        if (result.staleSince === null) sessionAccepted();
        adoptProfile(result.data);
        void loadCollections();
      }
      // Without an answer the cached copy may still be used.
      if (isCurrent() && !result.ok && result.status !== 401) void loadCollections();
    });
    readFromThisDevice();
    const stopSending = sendFromThisDevice();
    const stop = followLive(() => void onUnauthorized());
    const timer = setInterval(() => {
      if (!isSessionOver(storage.get(STORAGE_KEYS.connexionDate), Date.now())) return;
      if (hasUnsavedChanges() && !isDeviceOnly()) void reauthentication.open();
      else void endSession();
    }, 30_000);
    return () => {
      stop();
      stopSending();
      clearInterval(timer);
    };
  }, [isAuthenticated, signIns]);
}

async function endSession(): Promise<void> {
  const staysHere = await staysOnDevice();
  setDeviceOnly(staysHere);
  if (staysHere) return;
  await signOut();
  tellSessionOver();
}
