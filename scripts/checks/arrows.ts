import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { FEATURES, ORDER, PAIRS, pathOf } from './order.ts';

/** Tests and what they share may use any room of the server. */
const TEST = '(\\.test\\.tsx?$|/testing[^/]*\\.ts$|/testing/)';

const never = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

/** One rule per room: it must not import rooms that are not below it. */
const BY_ORDER = ORDER.flatMap(({ of, lines }) =>
  lines.flat().flatMap((room) => {
    const not = PAIRS.filter((pair) => pair.of === of && pair.from === room && !pair.allowed);
    if (not.length === 0) return [];
    const exempt = of === 'web' || room === 'web' ? {} : { pathNot: TEST };
    return never(
      `order-of-${of === '' ? 'all' : of}`,
      'a room imports what stands below it in ORDER (scripts/checks/order.ts)',
      { path: pathOf(of, room), ...exempt },
      { path: not.map(({ to }) => pathOf(of, to)).join('|') },
    );
  }),
);

/** Which room may import which: arrows go down only (ARCHITECTURE.md). */
export const ARROWS: readonly IRegularForbiddenRuleType[] = [
  ...BY_ORDER,
  never(
    'stands-in-no-order',
    'a feature has its place in ORDER (scripts/checks/order.ts)',
    { path: `^server/features/(?!(${FEATURES.join('|')})/)` },
    {},
  ),
  never(
    'domain-imports-nothing',
    'domain holds pure functions and tables',
    { path: '^domain/', pathNot: TEST },
    { pathNot: '^domain/' },
  ),
  never(
    'contracts-import-domain-and-zod',
    'contracts say what is said: domain and zod only',
    { path: '^contracts/', pathNot: TEST },
    { pathNot: '^(contracts|domain)/|node_modules/zod/' },
  ),
  never(
    'screens-are-islands',
    'no screen imports another',
    { path: '^web/screens/([^/]+)/' },
    { path: '^web/screens/([^/]+)/', pathNot: '^web/screens/$1/' },
  ),
  never(
    'api-by-query',
    'the API is called by web/lib/query alone: it knows what is stale, what failed and what a write changed',
    { path: '^web/', pathNot: '^web/lib/(api|query)/' },
    { path: '^web/lib/api/(call|upload)\\.ts$' },
  ),
  never(
    'tests-stay-tests',
    'what runs never imports a test',
    { pathNot: `${TEST}|^(e2e|bench|oracle|scripts|testing)/|vitest\\.config\\.ts$` },
    { path: `${TEST}|^testing/`, pathNot: '^node_modules/|/node_modules/' },
  ),
  never('no-circle', 'files import in one direction', { pathNot: '^node_modules' }, { circular: true }),
];
