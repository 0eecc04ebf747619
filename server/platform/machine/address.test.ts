import { expect, test } from 'vitest';
import { inNetworks, networkOf } from './address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an address is in a network that is named', () => {
  const isIn = inNetworks(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);
  expect(['10.0.0.5', '::ffff:10.1.2.3', '10.1.255.1', 'fd12::1'].map(isIn)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.0.0.6', '10.2.0.1', 'fe80::1%eth0', '', 'host'].map(isIn)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
