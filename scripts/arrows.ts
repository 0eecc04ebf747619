import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Which room may import which: arrows go down only (ARCHITECTURE.md). `root` is where the rooms lie. */
export function arrows(root = ''): IRegularForbiddenRuleType[] {
  const start = `^${root}`;
  const never = (
    name: string,
    comment: string,
    from: IRegularForbiddenRuleType['from'],
    to: IRegularForbiddenRuleType['to'],
  ): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });
  const test = '(\\.test\\.tsx?$|/testing\\.ts$|/testing/)';
  const rooms = (names: string) => `${start}(${names})/`;
  const platform = `${start}server/platform/`;
  const parts = `${start}server/features/`;
  return [
    never(
      'domain-imports-nothing',
      'domain holds pure functions and tables',
      { path: rooms('domain'), pathNot: test },
      { pathNot: rooms('domain') },
    ),
    never(
      'contracts-import-domain-and-zod',
      'contracts say what is said: domain and zod only',
      { path: rooms('contracts'), pathNot: test },
      { pathNot: `${start}(contracts|domain)/|node_modules/zod/` },
    ),
    never(
      'i18n-imports-domain',
      'i18n is used by server and web',
      { path: rooms('i18n'), pathNot: test },
      { path: rooms('contracts|server|web|simulator|e2e|bench|oracle') },
    ),
    never(
      'server-apart',
      'server, web and simulator meet on the wire only',
      { path: rooms('server'), pathNot: test },
      { path: rooms('web|simulator|e2e|bench|oracle') },
    ),
    never(
      'web-apart',
      'server, web and simulator meet on the wire only',
      { path: rooms('web') },
      { path: rooms('server|simulator|e2e|bench|oracle') },
    ),
    never(
      'simulator-apart',
      'the simulator speaks the public protocol only',
      { path: rooms('simulator'), pathNot: test },
      { path: rooms('server|web|contracts|e2e|bench|oracle') },
    ),
    never(
      'platform-is-below',
      'platform has no product word inside',
      { path: platform, pathNot: test },
      { path: `${parts}|${start}server/[a-z-]+\\.ts$` },
    ),
    never(
      'compose-joins',
      'parts do not know how they are joined',
      { path: parts, pathNot: test },
      { path: `${start}server/(compose|start|modules|open-database)\\.ts$` },
    ),
    never(
      'screens-are-islands',
      'no screen imports another',
      { path: `${start}web/screens/([^/]+)/` },
      { path: `${start}web/screens/([^/]+)/`, pathNot: `${start}web/screens/$1/` },
    ),
    never(
      'entities-below-screens',
      'entities serve screens',
      { path: `${start}web/entities/` },
      { path: `${start}web/(app|screens)/` },
    ),
    never(
      'tools-without-product',
      'charts, map, forms, table, ui know no entity',
      { path: `${start}web/(charts|map|forms|table|ui)/` },
      { path: `${start}web/(app|screens|entities)/` },
    ),
    never(
      'lib-is-lowest',
      'lib is used by everything of web',
      { path: `${start}web/lib/` },
      { path: `${start}web/(app|screens|entities|charts|map|forms|table|ui)/` },
    ),
    never(
      'tests-stay-tests',
      'what runs never imports a test',
      { pathNot: `${test}|^${root}(e2e|bench|oracle|scripts)/|vitest\\.config\\.ts$` },
      { path: `\\.test\\.tsx?$` },
    ),
    never(
      'no-circle',
      'files import in one direction',
      { pathNot: `^${root}node_modules` },
      { circular: true },
    ),
  ];
}
