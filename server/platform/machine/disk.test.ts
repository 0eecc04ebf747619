import { expect, test } from 'vitest';
import { newRegistry } from '../http/health.ts';
import { makeLog } from '../log/log.ts';
import { watchDisk } from './disk.ts';

const MB = 1_000_000;

test('full below the floor, roomy again a quarter above it, each told once', async () => {
  const said: string[] = [];
  const log = makeLog('info', { write: (line: string) => void said.push(JSON.parse(line).msg) });
  let free = 2000 * MB;
  const disk = watchDisk({
    folders: { data: '/somewhere' },
    floor: 1000 * MB,
    registry: newRegistry(),
    log,
    ask: async () => ({ free, size: 100_000 * MB }),
  });
  const at = async (megabytes: number) => {
    free = megabytes * MB;
    await disk.look();
    return disk.isFull();
  };
  expect(await at(1001)).toBe(false);
  expect(await at(999)).toBe(true);
  expect(await at(1100)).toBe(true);
  expect(await at(1251)).toBe(false);
  expect(said).toHaveLength(2);
  disk.stop();
});

test('without a setting the floor is a gigabyte, or a twentieth of a small disk', async () => {
  const sizes: Record<string, number> = { large: 500_000 * MB, small: 300 * MB };
  const disk = watchDisk({
    folders: { large: 'large', small: 'small', gone: 'gone' },
    floor: null,
    registry: newRegistry(),
    log: makeLog('silent'),
    ask: async (folder) => {
      const size = sizes[folder];
      if (size === undefined) throw new Error('ENOENT');
      return { free: size / 2, size };
    },
  });
  await disk.look();
  expect(disk.states().map(({ name, floor }) => [name, floor])).toEqual([
    ['large', 1000 * MB],
    ['small', 15 * MB],
  ]);
  expect(disk.isFull()).toBe(false);
  disk.stop();
});
