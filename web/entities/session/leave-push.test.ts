import { expect, test } from 'vitest';
import { leavePush } from './leave-push.ts';
import { fingerprint } from './push.ts';

const endpoint = 'https://push.example.org/one';
function desk() {
  const did: string[] = [];
  return {
    did,
    subscribed: async () => ({ endpoint, unsubscribe: async () => did.push('unsubscribed') }),
    remove: async (id: number) => did.push(`removed ${id}`),
  };
}

test('signing out ends notifications in this browser, and only in this one', async () => {
  const { did, ...parts } = desk();
  const own = await fingerprint(endpoint);
  const list = async () => [
    { id: 1, fingerprint: 'of a phone' },
    { id: 2, fingerprint: own },
  ];
  await leavePush({ ...parts, list });
  expect(did.sort()).toEqual(['removed 2', 'unsubscribed']);
});
test('without the server the subscription ends all the same', async () => {
  for (const list of [async () => null, () => Promise.reject(new Error('offline'))]) {
    const { did, ...parts } = desk();
    await leavePush({ ...parts, list });
    expect(did).toEqual(['unsubscribed']);
  }
});
test('a browser that is not notified has nothing to end', async () => {
  const { did, ...parts } = desk();
  await leavePush({ ...parts, subscribed: async () => null, list: async () => [] });
  expect(did).toEqual([]);
});
