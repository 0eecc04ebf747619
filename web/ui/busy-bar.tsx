import { Progress, Text } from '@mantine/core';

/** How far something is, 0 to 1, in words too. `working`: nothing is left to send, the server is at it. */
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
      <Text size="sm" mb="xs">
        {label}
      </Text>
      <Progress value={share * 100} animated={working} aria-label={label} />
    </div>
  );
}
