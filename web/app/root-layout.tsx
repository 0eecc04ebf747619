import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PrivilegeModal } from './privilege-modal.tsx';
import { ReauthenticationModal } from './reauthentication-modal.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { UnsavedModal } from './unsaved-modal.tsx';
import { useTabTitle } from './use-tab-title.ts';

/** Around every route: dialogs that any screen may raise, the tab title, the last boundary. */
export function RootLayout() {
  useTabTitle();
  const { pathname } = useLocation();
  return (
    <ScreenBoundary resetKey={pathname}>
      <Outlet />
      <PrivilegeModal />
      <ReauthenticationModal />
      <UnsavedModal />
      <ScrollRestoration />
    </ScreenBoundary>
  );
}
