import { notifications } from '@mantine/notifications';
import { createElement, useEffect } from 'react';
import { loadMeta } from '../lib/meta.ts';
import { textOf } from '../lib/text.ts';
import { ReloadMessage } from './reload-message.tsx';

const EVERY = 10 * 60_000;
const NOTE = 'new-version';

/** Notifies when the server runs another build than this tab, or a part of the console cannot be loaded. */
export function useVersionWatch(): void {
  useEffect(() => {
    let first: string | null = null;
    const look = async (): Promise<void> => {
      const meta = await loadMeta();
      if (meta === null) return;
      first ??= meta.build;
      if (meta.build !== first) tell('shell.new_version');
    };
    void look();
    const timer = setInterval(() => void look(), EVERY);
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    const onChunk = (): void => tell('chunk.text');
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('vite:preloadError', onChunk);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('vite:preloadError', onChunk);
    };
  }, []);
}

function tell(key: 'shell.new_version' | 'chunk.text'): void {
  notifications.show({
    id: NOTE,
    autoClose: false,
    color: 'petrol',
    message: createElement(ReloadMessage, { text: textOf('common', key) }),
  });
}
