import { Text } from '@mantine/core';

/** Text beside something more important. */
export const SmallText = Text.withProps({ size: 'xs', c: 'dimmed' });
