import { Group, Paper, SegmentedControl, Stack, Title, useMantineColorScheme } from '@mantine/core';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import type { Part } from './part.ts';
import { PARTS } from './parts.tsx';

/** Drawn inside the boundary, so that a failing part does not affect others. */
const Shown = ({ show }: Pick<Part, 'show'>) => show();

/** Every component in every state, at `/gallery` during development: check here after changing the look. */
export default function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack p="md" maw={1180} mx="auto">
      <Group justify="flex-end">
        <SegmentedControl
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
          data={['light', 'dark', 'auto']}
        />
      </Group>
      {PARTS.map(({ name, show }) => (
        <Paper key={name} p="md" withBorder>
          <Title order={2} size="h5" mb="sm" ff="monospace">
            {name}
          </Title>
          <PartBoundary message={name}>
            <Stack gap="sm">
              <Shown show={show} />
            </Stack>
          </PartBoundary>
        </Paper>
      ))}
    </Stack>
  );
}
