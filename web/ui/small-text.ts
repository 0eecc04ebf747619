import { Text } from '@mantine/core';

/** What is said beside something more important. */
export const SmallText = Text.withProps({ size: 'xs', c: 'dimmed' });
