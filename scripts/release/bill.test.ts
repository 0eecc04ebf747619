import { expect, it } from 'vitest';
import { shippedOf } from './bill.ts';

it('a bill holds what rooms ask for to run, also what the tools of developers want too', () => {
  const part = (ref: string) => ({ 'bom-ref': ref });
  const bill = {
    metadata: { component: { name: 'folder', ...part('product@1.0.0') } },
    components: ['@p/server@1.0.0', 'zod@4.0.0', '@scope/a@2.0.0', 'b@3.0.0', 'runner@5.0.0', 'c@1.0.0'].map(
      part,
    ),
    dependencies: [
      { ref: 'product@1.0.0', dependsOn: ['@p/server@1.0.0', 'zod@4.0.0', 'runner@5.0.0'] },
      { ref: '@p/server@1.0.0', dependsOn: ['zod@4.0.0', '@scope/a@2.0.0', 'runner@5.0.0'] },
      { ref: '@scope/a@2.0.0', dependsOn: ['b@3.0.0'] },
      { ref: 'b@3.0.0', dependsOn: ['@scope/a@2.0.0'] },
      { ref: 'runner@5.0.0', dependsOn: ['c@1.0.0', 'zod@4.0.0'] },
    ],
  };
  const shipped = shippedOf(bill, { '@p/server': ['zod', '@scope/a'] });
  expect(shipped.components.map((one) => one['bom-ref'])).toEqual([
    '@p/server@1.0.0',
    'zod@4.0.0',
    '@scope/a@2.0.0',
    'b@3.0.0',
  ]);
  expect(shipped.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn?.length])).toEqual([
    ['product@1.0.0', 2],
    ['@p/server@1.0.0', 2],
    ['@scope/a@2.0.0', 1],
    ['b@3.0.0', 1],
  ]);
});
