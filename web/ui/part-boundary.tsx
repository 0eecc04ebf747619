import { Center, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface Props {
  /** What is said in the place of the part that cannot be shown. */
  message: string;
  children: ReactNode;
}

/** A part that fails (a map without WebGL, a piece that does not load) takes nothing else of its screen along. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Center h="100%" p="md" role="status">
        <Text size="sm" c="dimmed" ta="center">
          {this.props.message}
        </Text>
      </Center>
    );
  }
}
