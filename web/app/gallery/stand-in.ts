import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { SHOWN, sampleAero, sampleBox, sampleWeek } from './entity-samples.ts';
import { NOW } from './samples.ts';

const { fetch: asked } = globalThis;
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const page = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
const refused = () => json({ detail: '' }, 500);

const latest = (id: number) => ({
  aero: id,
  date: new Date(NOW).toISOString(),
  received_at: new Date(NOW).toISOString(),
  ...Object.fromEntries(METRIC_KEYS.map((metric, index) => [metric, 12.4 * (index + 1)])),
});
/** The data of the sample that is shown in full, by the requested path. */
function answered(path: string, id: number): unknown {
  if (path.includes('/measures/boxes/')) return page([{ box: id, measures: [latest(id)] }]);
  if (path.includes('/forecast/skill/')) return { results: [], proven: [] };
  // No chance is high enough for an order.
  if (path.includes('/forecast/peaks/')) return undefined;
  if (path.includes('/forecast/')) return page(sampleWeek(id));
  if (path.includes('/measures/series/')) return { resolution: 'raw', series: [] };
  if (path.includes('/boxes/')) return sampleBox(id);
  return page([sampleAero(id)]);
}

/**
 * Answers the requests of the gallery's own rows, for each state; all others go to the server. Parts that
 * load data themselves are thus shown without anything stored.
 */
export function standIn(): void {
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href);
    const id = Object.values(SHOWN).find((one) => `${pathname}${search}`.includes(String(one)));
    if (id === undefined) return asked(input, init);
    if (id === SHOWN.loading) return new Promise(() => undefined);
    if (id === SHOWN.failed) return Promise.resolve(refused());
    if (id === SHOWN.partly && !/\/boxes\/\d+\//.test(pathname)) return Promise.resolve(refused());
    const answer = answered(pathname, id);
    return Promise.resolve(answer === undefined ? refused() : json(answer));
  };
}
