import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Overlaid } from '../overlaid.tsx';
import { confirmation, keyboard, leaving, privilege, reauthentication, unsaved } from './dialogs.ts';

const ConfirmationModal = lazyPart(() => import('./confirmation-modal.tsx'));
const KeyboardModal = lazyPart(() => import('./keyboard-modal.tsx'));
const LeavingModal = lazyPart(() => import('./leaving-modal.tsx'));
const PrivilegeModal = lazyPart(() => import('./privilege-modal.tsx'));
const ReauthenticationModal = lazyPart(() => import('./reauthentication-modal.tsx'));
const UnsavedModal = lazyPart(() => import('./unsaved-modal.tsx'));

/** Dialogs that any screen may open, each loaded at first use (and kept mounted, for its closing animation). */
export function Dialogs() {
  return (
    <>
      <Once open={privilege.useIsOpen()}>
        <PrivilegeModal />
      </Once>
      <Once open={keyboard.useIsOpen()}>
        <KeyboardModal />
      </Once>
      <Once open={confirmation.useIsOpen()}>
        <ConfirmationModal />
      </Once>
      <Once open={reauthentication.useIsOpen()}>
        <ReauthenticationModal />
      </Once>
      <Once open={leaving.useIsOpen()}>
        <LeavingModal />
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
  return wasOpen ? <Overlaid>{children}</Overlaid> : null;
}
