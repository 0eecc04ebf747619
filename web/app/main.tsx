import '@mantine/core/styles.css';
import '../ui/global.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { belowBase } from '../lib/base.ts';
import { store } from '../lib/state/store.ts';
import { App } from './app.tsx';
import { askForFirst } from './routes/screen-files.ts';
import { start } from './start.ts';

/** Not awaited by this module: parts that the start itself loads import it, and would wait for it forever. */
async function show(): Promise<void> {
  const { sessionOver } = await start(askForFirst).catch((error: unknown) => {
    // Without texts there is no message for the error: public/theme.js has one.
    dispatchEvent(new Event('aerowatch:late'));
    throw error;
  });
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  document.getElementById('late')?.remove();
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Suspense>
          <App sessionOver={sessionOver} />
        </Suspense>
      </Provider>
    </StrictMode>,
  );
}
void show();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () =>
    navigator.serviceWorker.register(belowBase('/sw.js')).catch(() => {
      // Without https, or disabled by the user: the console works without it, except offline.
    });
  // It caches every file of the console. A first visit should not have to wait for that.
  const FIRST_LOOK = 15_000;
  if (navigator.serviceWorker.controller) void register();
  else setTimeout(register, FIRST_LOOK);
}
