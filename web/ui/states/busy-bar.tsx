import { Progress, Text } from '@mantine/core';

/** Progress, 0 to 1, also as text. `working`: everything is sent, and the server is working. */
export function BusyBar({
  label,
  share,
  working = true,
}: {
  label: string;
  share: number;
  working?: boolean;
}) {
  return (
    <div role="status">
      <Text mb="xs">{label}</Text>
      <Progress value={share * 100} animated={working} aria-label={label} />
    </div>
  );
}
