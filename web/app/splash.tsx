import { Center, Loader } from '@mantine/core';

/** Before any text is there. */
export function Splash() {
  return (
    <Center h="100dvh">
      <Loader type="dots" aria-label="AeroWatch" />
    </Center>
  );
}
