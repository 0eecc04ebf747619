import pg from 'pg';

export interface HostPort {
  /** A name, an address (of IPv6 without brackets), or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

/** Within the address that is handed on: all hosts, each with its port. */
const HOSTS = 'hosts';
/** How long a host may take to say whether it is the primary, ms: what is gone without a word says nothing. */
const ANSWER_MS = 2000;
const PORT = 5432;

/**
 * Reads an address that may name several hosts, as libpq does: `postgres://user@one:5432,two:5433/db`. Answers one that
 * every reader of addresses takes: with the first host, and all of them as a parameter. Undefined where it is wrong,
 * or wants anything but the primary.
 */
export function oneAddress(text: string): string | undefined {
  const [, scheme = '', account = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*)([/?#].*)?$/.exec(text) ?? [];
  const names = hosts.split(',');
  const url = URL.parse(`${scheme}${account}${names[0]}${rest}`);
  const wanted = url?.searchParams.get('target_session_attrs') ?? 'read-write';
  if (url === null || !['read-write', 'primary', 'any'].includes(wanted)) return undefined;
  if (names.length === 1) return text;
  const all = names.map(hostPort);
  if (all.includes(undefined)) return undefined;
  url.searchParams.delete('target_session_attrs');
  url.searchParams.set(HOSTS, names.join(','));
  return url.href;
}

function hostPort(text: string): HostPort | undefined {
  const [, host = '', v6 = '', port = String(PORT)] =
    /^(?:([\w.-]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  return host + v6 === '' ? undefined : { host: host + v6, port: Number(port) };
}

/** The hosts of an address that oneAddress made; none where it names one alone. */
export function hostsOf(address: string): HostPort[] {
  const named = URL.parse(address)?.searchParams.get(HOSTS);
  return (named ?? '').split(',').flatMap((one) => hostPort(one) ?? []);
}

/** Which host was the primary when it was asked last, by address. */
const lastPrimary = new Map<string, HostPort>();

/** The host that takes changes, asked anew: one that was the primary may be a standby by now. Rejects where none is. */
async function primaryOf(address: string, hosts: readonly HostPort[]): Promise<HostPort> {
  const last = lastPrimary.get(address);
  if (last !== undefined && (await isPrimary(address, last).catch(() => false))) return last;
  const said: string[] = [];
  const answers = hosts.map(async (one) => {
    const reason = await isPrimary(address, one).then(
      (yes) => (yes ? undefined : 'a standby'),
      (error: NodeJS.ErrnoException) => {
        // A wrong password is wrong everywhere: it is said as it is.
        if (error.code?.startsWith('28') === true) throw error;
        return error.message || error.code;
      },
    );
    if (reason === undefined) return one;
    said.push(`${one.host}:${one.port}: ${reason}`);
    throw new Error();
  });
  try {
    const found = await Promise.any(answers);
    lastPrimary.set(address, found);
    return found;
  } catch (error) {
    const refused = (error as AggregateError).errors.find(({ code }) => code !== undefined);
    throw refused ?? new Error(`no host takes changes (${said.join('; ')})`);
  }
}

async function isPrimary(address: string, { host, port }: HostPort): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'aerowatch hosts',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  Object.assign(client, { host, port });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** What is used of a connection, beside its public interface. */
interface Inside {
  host: string;
  port: number;
  readonly connection: { readonly stream: { readonly destroyed: boolean } };
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** A connection to the primary among the hosts of its address. */
export class DatabaseClient extends pg.Client {
  readonly #address: string;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.#address = config.connectionString ?? '';
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const hosts = hostsOf(this.#address);
    if (callback === undefined)
      return hosts.length === 0 ? super.connect() : this.#choose(hosts).then(() => super.connect());
    if (hosts.length === 0) super.connect(callback);
    else
      this.#choose(hosts).then(
        () => super.connect(callback),
        (error: Error) => (callback as (error: Error) => void)(error),
      );
    return undefined;
  }

  async #choose(hosts: readonly HostPort[]): Promise<void> {
    const inside = this as unknown as Inside;
    const { host, port } = await primaryOf(this.#address, hosts);
    // The pool gives up a connection that takes long by its socket.
    if (inside.connection.stream.destroyed) throw new Error('the connection was given up');
    inside.host = host;
    inside.port = port;
  }
}
