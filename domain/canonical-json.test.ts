import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('is that of RFC 8785, appendix B and section 3.2.3', () => {
    expect(
      canonicalJson({
        numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '€$\u000F\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    expect(canonicalJson({ '€': 1, '\r': 2, \ufb33: 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    );
  });
  it('holds for any order of names, and says what is no JSON', () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: undefined } })).toBe(canonicalJson({ a: { d: 2 }, b: 1 }));
    expect(() => canonicalJson(Number.NaN)).toThrow(RangeError);
  });
});
