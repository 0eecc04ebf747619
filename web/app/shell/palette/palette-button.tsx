import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useText } from '../../../lib/text.ts';
import { Overlaid } from '../../overlaid.tsx';
import classes from '../shell.module.css';
import { forget, keep } from '../struck.ts';
import { paletteState } from './palette-state.ts';

const load = () => import('./palette.tsx');
const loadEarly = () => void load().catch(() => undefined);
const Palette = lazyPart(load);

/** Opens the command palette, by click or Ctrl/⌘+K; it is loaded at first use. */
export function PaletteButton() {
  const t = useText('common');
  const os = useOs();
  const keys = os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K';
  const [requests, setRequests] = useState(0);
  const failed = useRef(false);
  const open = () => {
    if (!paletteState.opened && !failed.current) keep();
    setRequests((count) => count + 1);
  };
  const onFailed = () => {
    failed.current = true;
    forget();
  };
  useEffect(() => forget, []);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.search}
        onClick={open}
        onPointerEnter={loadEarly}
        onFocus={loadEarly}
        aria-label={`${t('shell.search_hint')} ${keys}`}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={17} aria-hidden />
        <span>{t('shell.search_hint')}</span>
        <span className={classes.kbd}>{keys}</span>
      </UnstyledButton>
      {requests > 0 && (
        <Overlaid onFailed={onFailed}>
          <Palette requests={requests} />
        </Overlaid>
      )}
    </>
  );
}
