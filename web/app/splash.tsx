import { Center, Loader } from '@mantine/core';

/** Shown before any text has loaded. */
export function Splash() {
  return (
    <Center h="100dvh">
      <Loader type="dots" aria-label="AeroWatch" />
    </Center>
  );
}
