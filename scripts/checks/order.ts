/**
 * Rooms from top to bottom: a room imports rooms of the lines below its own; rooms of the same line do not
 * import each other.
 */
export interface Order {
  /** The folder that contains them; '' for the repository. */
  readonly of: string;
  readonly lines: readonly (readonly string[])[];
}

/** Which room may import which. arrows.ts generates the import rules from it, ARCHITECTURE.md prints it. */
export const ORDER: readonly Order[] = [
  {
    of: '',
    lines: [
      ['bench', 'oracle'],
      ['e2e'],
      ['testing'],
      ['server', 'web'],
      ['contracts', 'i18n', 'simulator'],
      ['domain'],
    ],
  },
  {
    of: 'server',
    lines: [
      ['compose'],
      ['morning', 'reports'],
      ['work'],
      ['alerting', 'secrets'],
      ['dashboard', 'firmware', 'notifications'],
      ['boxes', 'session'],
      ['measures', 'sso'],
      ['diagnostics', 'line', 'scim', 'second-factor', 'webhooks'],
      ['aeros', 'box-links', 'duty', 'forecast', 'jobs', 'keys', 'tags', 'users'],
      [
        'audit',
        'clients',
        'credentials',
        'mcp',
        'meta',
        'notes',
        'openapi',
        'operation',
        'retention',
        'saved-views',
        'search',
        'twin',
        'weather',
      ],
      ['outbox'],
      ['parts'],
      ['config'],
      ['platform'],
    ],
  },
  {
    of: 'web',
    lines: [['app'], ['screens'], ['entities'], ['forms', 'table'], ['charts', 'map', 'ui'], ['lib']],
  },
];

/** Rooms of the server that are no features, with the pattern of their paths below `server/`. */
const NO_FEATURES: Readonly<Record<string, string>> = {
  compose: '(migrations/|(?!config\\.|parts\\.|hooks\\.)[^/]+\\.ts$)',
  parts: '(parts|hooks)\\.ts$',
  config: '(config/|config\\.ts$)',
  platform: 'platform/',
};

/** Pattern of the paths of a room. */
export function pathOf(of: string, room: string): string {
  if (of === '') return `^${room}/`;
  if (of !== 'server') return `^${of}/${room}/`;
  return `^server/${NO_FEATURES[room] ?? `features/${room}/`}`;
}

/** Features that are listed in the order. */
export const FEATURES: readonly string[] = ORDER.filter(({ of }) => of === 'server')
  .flatMap(({ lines }) => lines.flat())
  .filter((room) => NO_FEATURES[room] === undefined);

export interface Pair {
  readonly of: string;
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}
/** Every pair of rooms of one folder, and whether the first may import the second. */
export const PAIRS: readonly Pair[] = ORDER.flatMap(({ of, lines }) =>
  lines.flatMap((line, height) =>
    line.flatMap((from) =>
      lines.flatMap((other, depth) =>
        other.filter((to) => to !== from).map((to) => ({ of, from, to, allowed: depth > height })),
      ),
    ),
  ),
);

/** The order as ARCHITECTURE.md prints it. */
export const printedOrder = (): string =>
  ORDER.map(({ of, lines }) =>
    [`${of === '' ? 'all' : of}:`, ...lines.map((line) => `  ${line.join('  ')}`)].join('\n'),
  ).join('\n');
