import { Button, Center, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { isChunkFailure } from '../../lib/chunk-failure.ts';
import { useText } from '../../lib/text.ts';

interface Props {
  /** Shown in place of a failed part; not needed if it can only fail to load. */
  message?: string;
  children: ReactNode;
}

/**
 * A failing part (a map without WebGL, a chunk that does not load) does not affect the rest of its screen.
 */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }
  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isChunkFailure(error)) return <NotLoaded />;
    return (
      <Center h="100%" p="md" role="status">
        <Text c="dimmed" ta="center">
          {this.props.message}
        </Text>
      </Center>
    );
  }
}

function NotLoaded() {
  const t = useText('common');
  return (
    <Center h="100%" p="md" role="alert">
      <Stack gap="xs" align="center">
        <Text c="dimmed" ta="center">
          {t('chunk.text')}
        </Text>
        <Button size="xs" variant="light" onClick={() => location.reload()}>
          {t('action.reload')}
        </Button>
      </Stack>
    </Center>
  );
}
