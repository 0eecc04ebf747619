import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';

/** Counts the statuses of all answers, by endpoint and actor. */
export class Tally {
  readonly #rows = new Map<
    string,
    { endpoint: AnyEndpoint; cells: Map<string, { own?: number; foreign?: number }> }
  >();

  add(endpoint: AnyEndpoint, actor: string, side: 'own' | 'foreign', status: number): void {
    const row = this.#rows.get(endpoint.name) ?? { endpoint, cells: new Map() };
    row.cells.set(actor, { ...row.cells.get(actor), [side]: status });
    this.#rows.set(endpoint.name, row);
  }

  endpoints(): string[] {
    return [...this.#rows.keys()].sort();
  }

  /** A row per endpoint: own client / foreign client, then how often each status was returned. */
  table(actors: readonly string[]): string {
    const rows = [...this.#rows.values()].map(({ endpoint, cells }) => [
      `${endpoint.method} ${endpoint.path}`,
      endpoint.level,
      ...actors.map((actor) => {
        const { own = '', foreign } = cells.get(actor) ?? {};
        return foreign === undefined ? String(own) : `${own} / ${foreign}`;
      }),
    ]);
    const all = [['endpoint (own / foreign)', 'level', ...actors], ...rows];
    const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
    const lines = all.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    return [...lines, '', this.#counts(actors)].join('\n');
  }

  #counts(actors: readonly string[]): string {
    const statuses = (side: 'own' | 'foreign') =>
      [...this.#rows.values()].flatMap(({ cells }) =>
        actors.flatMap((actor) => cells.get(actor)?.[side] ?? []),
      );
    const say = (side: 'own' | 'foreign') => {
      const counts = Map.groupBy(statuses(side), (status) => status);
      return `${side}: ${[...counts]
        .sort(([a], [b]) => a - b)
        .map(([status, list]) => `${list.length} × ${status}`)
        .join(', ')}`;
    };
    return `${this.#rows.size} endpoints × ${actors.length} callers = ${statuses('own').length + statuses('foreign').length} calls. ${say('own')}. ${say('foreign')}.`;
  }
}
