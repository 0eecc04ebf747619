/** An IPv6 address stands in brackets in an URL; mqtt.js would look the brackets up as a name. */
export function hostOf(url: string): { host?: string } {
  const [, address] = /^\[(.*)\]$/.exec(new URL(url).hostname) ?? [];
  return address === undefined ? {} : { host: address };
}
