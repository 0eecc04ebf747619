/** An IPv6 address has brackets in a URL; mqtt.js would look these up as a name. */
export function hostOf(url: string): { host?: string } {
  const [, address] = /^\[(.*)\]$/.exec(new URL(url).hostname) ?? [];
  return address === undefined ? {} : { host: address };
}
