import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../lib/text.ts';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.tsx'));

/** Opens the command palette, by click or Ctrl/⌘+K; it is loaded when first asked for. */
export function PaletteButton() {
  const t = useText('common');
  const os = useOs();
  const keys = os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K';
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((count) => count + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.search}
        onClick={open}
        aria-label={`${t('shell.search_hint')} ${keys}`}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={17} aria-hidden />
        <span>{t('shell.search_hint')}</span>
        <span className={classes.kbd}>{keys}</span>
      </UnstyledButton>
      {asked > 0 && (
        <Suspense>
          <Palette asked={asked} />
        </Suspense>
      )}
    </>
  );
}
