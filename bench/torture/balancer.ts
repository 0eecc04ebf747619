/**
 * A user of the console behind a balancer: each request goes to the next web process; one whose connection is
 * refused, or that answers 502 or 503, is left for the next, as nginx does (`proxy_next_upstream`). A write that a
 * process has taken is not sent again.
 */
import { sleep } from '../lib/figures.ts';

interface Seen {
  /** Requests that were answered as wished. */
  good: number;
  /** What a person would have seen in place of an answer. */
  readonly wrong: string[];
  /** Comments that a process said it had stored, by box. */
  readonly written: Map<number, string>;
}

const READS = [
  '/me/',
  '/boxes/?page_size=5',
  '/alerts/opened/?page_size=5',
  '/work-orders/',
  '/morning/',
  '/aeros/?page_size=5',
];

type Request = readonly [method: 'GET' | 'PATCH', path: string, body?: object];
/** Whether the next process may be asked, and what this one said. */
interface Refusal {
  readonly isPassedOn: boolean;
  readonly said: string;
}

/** Asks one process; null: it answered as wished. */
async function askOne(url: string, token: string, [method, path, body]: Request): Promise<Refusal | null> {
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = `${answer.status} ${(await answer.text()).slice(0, 200)}`;
    return answer.status === 200 ? null : { isPassedOn: [502, 503].includes(answer.status), said };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return {
      isPassedOn: method === 'GET' || code === 'ECONNREFUSED',
      said: code ?? `${String(error)} ${String((error as Error).cause)}`,
    };
  }
}

/** Asks the processes, beginning with the one whose turn it is; what a person would see in place of an answer. */
async function ask(urls: readonly string[], token: string, request: Request): Promise<string | null> {
  const said: string[] = [];
  for (const url of urls) {
    const refusal = await askOne(url, token, request);
    if (refusal === null) return null;
    said.push(refusal.said);
    if (!refusal.isPassedOn) break;
  }
  return `${request[0]} ${request[1]}: ${said.join(', then ')}`;
}

export function startUser(urls: () => readonly string[], token: string, boxes: readonly number[]) {
  const seen: Seen = { good: 0, wrong: [], written: new Map() };
  let turn = 0;
  let going = true;
  const did = async (...request: Request): Promise<boolean> => {
    const all = urls();
    const at = turn++ % all.length;
    const wrong = await ask([...all.slice(at), ...all.slice(0, at)], token, request);
    if (wrong === null) seen.good += 1;
    else seen.wrong.push(wrong);
    return wrong === null;
  };
  const work = (async () => {
    for (let round = 0; going; round += 1) {
      await did('GET', READS[round % READS.length]!);
      const box = boxes[round % boxes.length]!;
      const comment = `look ${round}`;
      if (round % 3 === 0 && (await did('PATCH', `/boxes/${box}/`, { comment })))
        seen.written.set(box, comment);
      await sleep(20);
    }
  })();
  return {
    async stop(): Promise<Seen> {
      going = false;
      await work;
      return seen;
    },
  };
}
