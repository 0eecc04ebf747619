import { ScimError } from './error.ts';

/** One comparison of a filter: the attribute in lower case, and the value that it equals. */
export interface Comparison {
  readonly attribute: string;
  readonly value: string | boolean;
}

const TERM = /^([a-z][\w.:$-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)$/i;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/**
 * The comparisons of a filter, all of which must hold: `userName eq "…"`, joined by `and`. Directories ask for nothing
 * else before they create or change something; other operators are refused as RFC 7644 (3.4.2.2) allows.
 * Throws 400 `invalidFilter`.
 */
export function readFilter(filter: string, known: readonly string[]): readonly Comparison[] {
  return termsOf(filter.trim()).map((term) => {
    const [, path = '', literal = ''] = TERM.exec(term) ?? [];
    if (path === '') throw new ScimError('invalidFilter', `Only "eq" and "and" are understood: ${term}`);
    const attribute = path.toLowerCase().replace(CORE, '');
    if (!known.includes(attribute))
      throw new ScimError('invalidFilter', `Not an attribute to filter by: ${path}`);
    return { attribute, value: literalOf(literal) };
  });
}

/** The parts between `and`, outside quotes. */
function termsOf(filter: string): string[] {
  const parts = filter.match(/"(?:[^"\\]|\\.)*"|\s+and\s+|[^"\s]+|\s+/gi) ?? [];
  const terms = [''];
  for (const part of parts) {
    if (/^\s+and\s+$/i.test(part)) terms.push('');
    else terms[terms.length - 1] += part;
  }
  return terms.map((term) => term.trim());
}

function literalOf(literal: string): string | boolean {
  try {
    return JSON.parse(
      literal.toLowerCase() === 'true' || literal.toLowerCase() === 'false' ? literal.toLowerCase() : literal,
    ) as string | boolean;
  } catch {
    throw new ScimError('invalidFilter', `Not a value: ${literal}`);
  }
}
