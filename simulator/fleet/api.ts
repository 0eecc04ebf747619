/** The console's HTTP interface, as far as provisioning needs it. */
export interface Api {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  /** All results of a paged list. */
  all<T>(path: string): Promise<T[]>;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const TRIES = 5;

/** @param base such as http://127.0.0.1:8080/api @param token of an administrator. */
export function apiOf(base: string, token: string): Api {
  const root = base.replace(/\/$/, '');

  async function call<T>(method: string, path: string, body?: unknown, tries = TRIES): Promise<T> {
    const response = await reach(root + path, {
      method,
      headers: {
        authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if ((response.status === 429 || response.status === 503) && tries > 1) {
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(30, seconds) * 1000));
      return call(method, path, body, tries - 1);
    }
    const text = await response.text();
    if (!response.ok)
      throw new ApiError(response.status, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    async all<T>(path: string): Promise<T[]> {
      const results: T[] = [];
      for (let page = 1; ; page++) {
        const joint = path.includes('?') ? '&' : '?';
        const answer = await call<{ results: T[]; next: string | null }>(
          'GET',
          `${path}${joint}page=${page}&page_size=1000`,
        );
        results.push(...answer.results);
        if (answer.next === null) return results;
      }
    },
  };
}

/** A token for a person's e-mail and password. */
export async function logIn(base: string, username: string, password: string): Promise<string> {
  const response = await reach(`${base.replace(/\/$/, '')}/api-token-auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok)
    throw new ApiError(response.status, `log-in: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

/** fetch, with the reason in the message when no answer comes. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: Error) => {
    const { cause } = error;
    throw new Error(`${url} does not answer: ${cause instanceof Error ? cause.message : error.message}`);
  });
}
