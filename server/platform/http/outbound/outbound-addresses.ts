import { BlockList, isIP } from 'node:net';

/**
 * IPv4 addresses outside the public internet (IANA special-purpose registry, with multicast and reserved).
 */
const V4_INSIDE = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
/** Global unicast: the only public part of IPv6, so that no other form has to be known. */
const V6_GLOBAL = blockList('ipv6', [['2000::', 3]]);
/** Special parts of it: protocol assignments with Teredo, documentation, 6to4. */
const V6_INSIDE = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);
/** IPv4 within IPv6: mapped, and translated (NAT64). The last 32 bits decide. */
const V6_OF_V4 = blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

function blockList(family: 'ipv4' | 'ipv6', nets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

/** Whether an IP address is public; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !V4_INSIDE.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  if (V6_OF_V4.check(address, 'ipv6')) return !V4_INSIDE.check(lastFour(address), 'ipv4');
  return V6_GLOBAL.check(address, 'ipv6') && !V6_INSIDE.check(address, 'ipv6');
}

/** The last 32 bits of an IPv6 address, as IPv4. */
function lastFour(address: string): string {
  // URL writes every form in the same groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  return groups
    .slice(-2)
    .flatMap((group) => {
      const bits = Number.parseInt(group || '0', 16);
      return [bits >> 8, bits & 255];
    })
    .join('.');
}
