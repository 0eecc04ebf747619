/** An answer as tests look at it. */
export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Any = any;

export interface Api {
  get<T = Any>(path: string, headers?: Record<string, string>): Promise<ApiAnswer<T>>;
  post<T = Any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer<T>>;
  put<T = Any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer<T>>;
  patch<T = Any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer<T>>;
  delete<T = Any>(path: string, headers?: Record<string, string>): Promise<ApiAnswer<T>>;
}

/** Talks to `/api` as a browser would. A FormData body goes as multipart. `credentials` is a token, or a whole header. */
export function makeApi(url: string, credentials?: string): Api {
  const authorization: Record<string, string> =
    credentials === undefined
      ? {}
      : { Authorization: credentials.includes(' ') ? credentials : `Token ${credentials}` };
  const send = async <T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> => {
    const isForm = body instanceof FormData;
    const type: Record<string, string> =
      body === undefined || isForm ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...authorization, ...type, ...headers },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as T,
    };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}
