import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const WEB = fileURLToPath(new URL('../..', import.meta.url));
const writes = (source: string): boolean => /,\s*\w+\s*\]\s*=\s*useSearchParams\(/.test(source);

it('the address is changed here alone: elsewhere a change under way would be lost', () => {
  const sources = globSync('**/*.{ts,tsx}', {
    cwd: WEB,
    exclude: ['dist/**', '**/node_modules/**', '**/*.test.ts'],
  });
  expect(sources.length).toBeGreaterThan(400);
  expect(sources.filter((path) => writes(readFileSync(`${WEB}/${path}`, 'utf8')))).toEqual([
    'lib/hooks/use-address.ts',
  ]);
  expect(writes('const [, setSearch] = useSearchParams();')).toBe(true);
});
