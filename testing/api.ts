/** An answer in the form that tests check. */
export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Only for a 400: the code beside the messages by field. */
  readonly reference?: { readonly code: string; readonly request_id: string };
  /** For a 400 only the messages by field. */
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

/**
 * Calls `/api` as a browser would. A FormData body is sent as multipart. `credentials` is a token, or a whole
 * header.
 */
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
    const answered = isJson ? JSON.parse(text) : undefined;
    return {
      status: response.status,
      headers: response.headers,
      text,
      ...(response.status === 400 ? withoutReference<T>(answered) : { body: answered as T }),
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

/** A refusal's code and request id are strings; a field of the same name would have a list of messages. */
function withoutReference<T>(
  answered: Record<string, unknown> | undefined,
): Pick<ApiAnswer<T>, 'body' | 'reference'> {
  if (typeof answered?.request_id !== 'string') return { body: answered as T };
  const { request_id, code, ...fields } = answered;
  if (typeof code !== 'string') return { body: { ...fields, code } as T };
  return { body: fields as T, reference: { code, request_id } };
}
