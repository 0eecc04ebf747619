import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { textAreas } from './text-areas.ts';

const { handler } = textAreas().transform as {
  handler: (code: string, id: string) => { code: string } | undefined;
};
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

it('a module says each area that it speaks once', () => {
  const code =
    "const t = useText('boxes');\nconst own = useText('work-orders');\nconst again = useText('boxes');";
  expect(handler(code, here('app/app.tsx'))?.code).toContain('__speaks(["boxes","work-orders"]);');
});

it('the module of the texts itself, whose comments hold an example, says none', () => {
  const path = here('lib/text.ts');
  const code = readFileSync(path, 'utf8');
  expect(code).toContain("useText('");
  expect(handler(code, path)).toBeUndefined();
});
