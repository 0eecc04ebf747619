import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconReload } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { isChunkFailure } from '../../lib/chunk-failure.ts';
import { useText } from '../../lib/text.ts';
import { EmptyState } from '../../ui/states/states.tsx';

interface Props {
  children: ReactNode;
  /** A new value makes it try the screen again. */
  resetKey: string;
}
/** An error in a screen shows a message with a reload button, never a blank page. */
export class ScreenBoundary extends Component<Props, { error: unknown; key: string }> {
  override state = { error: null as unknown, key: this.props.resetKey };
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }
  static getDerivedStateFromProps(props: Props, state: { error: unknown; key: string }) {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }
  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <Failed isChunk={isChunkFailure(error)} />;
  }
}

function Failed({ isChunk }: { isChunk: boolean }) {
  const t = useText('common');
  const area = isChunk ? 'chunk' : 'crash';
  return (
    <div role="alert">
      <EmptyState
        order={1}
        title={t(`${area}.title`)}
        icon={IconPlugConnectedX}
        action={
          <Button leftSection={<IconReload size={16} aria-hidden />} onClick={() => location.reload()}>
            {t('action.reload')}
          </Button>
        }
        text={t(`${area}.text`)}
      />
    </div>
  );
}
