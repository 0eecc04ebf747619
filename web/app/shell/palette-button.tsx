import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useText } from '../../lib/text.ts';
import { Overlaid } from '../overlaid.tsx';
import classes from './shell.module.css';

const load = () => import('./palette.tsx');
const loadEarly = () => void load().catch(() => undefined);
const Palette = lazyPart(load);

/** Opens the command palette, by click or Ctrl/⌘+K; it is loaded when first asked for. */
export function PaletteButton() {
  const t = useText('common');
  const os = useOs();
  const keys = os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K';
  const [asked, setAsked] = useState(0);
  const typed = useTypedMeanwhile(asked > 0);
  const open = () => setAsked((count) => count + 1);
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
      {asked > 0 && (
        <Overlaid>
          <Loaded asked={asked} typed={typed} />
        </Overlaid>
      )}
    </>
  );
}

/** The palette once it is there: from then on it is typed into itself. */
function Loaded({ asked, typed }: { asked: number; typed: Typed }) {
  const [first] = useState(typed.current);
  useEffect(() => typed.stop());
  return <Palette asked={asked} typed={first} />;
}

interface Typed {
  current: string;
  stop: () => void;
}
/** Keys struck between the call and the palette's coming, which would be lost otherwise. */
function useTypedMeanwhile(called: boolean): Typed {
  const typed = useRef<Typed>({ current: '', stop: () => undefined });
  useEffect(() => {
    if (!called) return;
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') typed.current.current = typed.current.current.slice(0, -1);
      else if ([...event.key].length === 1) typed.current.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', listen, true);
    typed.current.stop = () => removeEventListener('keydown', listen, true);
    return typed.current.stop;
  }, [called]);
  return typed.current;
}
