import { lazy, type ReactNode, Suspense, useState } from 'react';
import { privilege, reauthentication, unsaved } from './dialogs.ts';

const PrivilegeModal = lazy(() => import('./privilege-modal.tsx'));
const ReauthenticationModal = lazy(() => import('./reauthentication-modal.tsx'));
const UnsavedModal = lazy(() => import('./unsaved-modal.tsx'));

/** Dialogs that any screen may raise, each loaded when it first opens (and kept, to close gently). */
export function Dialogs() {
  return (
    <>
      <Once open={privilege.useIsOpen()}>
        <PrivilegeModal />
      </Once>
      <Once open={reauthentication.useIsOpen()}>
        <ReauthenticationModal />
      </Once>
      <Once open={unsaved.useIsOpen()}>
        <UnsavedModal />
      </Once>
    </>
  );
}

function Once({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen ? <Suspense>{children}</Suspense> : null;
}
