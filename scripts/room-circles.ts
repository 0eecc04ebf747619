import type { ICruiseResult } from 'dependency-cruiser';

/** A room of the server: a folder of its own below `server/` or `server/features/`. Undefined for what joins or carries them. */
function roomOf(path: string, root: string): string | undefined {
  const [top, first, second, third] = path.slice(root.length).split('/');
  if (!path.startsWith(root) || top !== 'server' || second === undefined) return undefined;
  if (first === 'platform' || first === 'testing' || first === 'migrations') return undefined;
  if (first !== 'features') return first;
  return third === undefined ? undefined : `features/${second}`;
}

/** Tests may use any room. */
const TEST = /\.test\.ts$|\/testing[^/]*\.ts$|\/(access-walk|fuzz)\//;

/**
 * Imports that close a circle of rooms, by value or by type: `a/x.ts → b/y.ts`. Files of two rooms may
 * import in one direction only, also over a third room.
 */
export function roomCircles({ modules }: Pick<ICruiseResult, 'modules'>, root: string): string[] {
  const imports = modules.flatMap(({ source, dependencies }) => {
    const from = TEST.test(source) ? undefined : roomOf(source, root);
    return dependencies.flatMap(({ resolved }) => {
      const to = roomOf(resolved, root);
      return from === undefined || to === undefined || from === to ? [] : [{ source, resolved, from, to }];
    });
  });
  const next = Map.groupBy(imports, ({ from }) => from);
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (next.get(from) ?? []).some(({ to }) => {
      if (to === goal) return true;
      if (seen.has(to)) return false;
      return reaches(to, goal, seen.add(to));
    });
  return imports
    .filter(({ from, to }) => reaches(to, from))
    .map(({ source, resolved }) => `${source} → ${resolved}`);
}
