/**
 * The session of a user ends: copies on this device go; what waits to be sent stays, encrypted, until the same
 * user signs in. With `all` it goes as well.
 */
export async function leaveDeviceOf(user: number | undefined, all = false): Promise<void> {
  if (user === undefined) return;
  // Loaded when needed: the sign-in page keeps nothing.
  await import('../../lib/offline/device.ts').then(
    ({ leaveDevice }) => leaveDevice(user, { all }),
    () => undefined,
  );
}
