import { describe, expect, it } from 'vitest';
import { type Statement, vexOf } from './vex.ts';

const bill = { components: [{ 'bom-ref': 'a@1.0.0', purl: 'pkg:npm/%40scope/a@1.0.0' }] };
const statement: Statement = {
  id: 'CVE-2026-1',
  source: 'https://example.org/CVE-2026-1',
  package: '@scope/a',
  version: '1.0.0',
  state: 'not_affected',
  justification: 'code_not_reachable',
  detail: 'nobody calls it',
};

describe('the VEX file', () => {
  it('says of each statement which component of the bill it is about', () => {
    expect(vexOf(bill, [statement], new Date(0))).toMatchObject({
      bomFormat: 'CycloneDX',
      vulnerabilities: [
        {
          id: 'CVE-2026-1',
          analysis: { state: 'not_affected', justification: 'code_not_reachable' },
          affects: [{ ref: 'a@1.0.0' }],
        },
      ],
    });
  });
  it('refuses a statement about what is gone, and one without its reason', () => {
    expect(() => vexOf(bill, [{ ...statement, version: '1.0.1' }], new Date(0))).toThrow(/not in the bill/);
    const { justification: _, ...bare } = statement;
    expect(() => vexOf(bill, [bare], new Date(0))).toThrow(/without a justification/);
  });
});
