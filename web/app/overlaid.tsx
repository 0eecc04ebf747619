import { Paper, Portal } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { useText } from '../lib/text.ts';
import classes from './overlaid.module.css';
import { ReloadMessage } from './reload-message.tsx';

interface Props {
  children: ReactNode;
  /** Called when it cannot be loaded. */
  onFailed?: () => void;
}

/**
 * Something over the screens (toasts, dialogs, the palette), loaded when it first opens. When it cannot be
 * loaded, a message says so; the screen below stays, with whatever was typed in it.
 */
export class Overlaid extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch() {
    this.props.onFailed?.();
  }
  override render() {
    return this.state.failed ? <NotLoaded /> : <Suspense>{this.props.children}</Suspense>;
  }
}

function NotLoaded() {
  const t = useText('common');
  return (
    <Portal>
      <Paper className={classes.message} role="alert" p="sm" shadow="md">
        <ReloadMessage text={t('chunk.text')} />
      </Paper>
    </Portal>
  );
}
