/** Fake maintenance systems, as strict as their vendors' documentation. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

interface Said {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
export interface Fake<Row> {
  readonly url: string;
  readonly rows: readonly Row[];
  /** Calls that changed something. */
  readonly changes: () => number;
  stop(): void;
}

async function serve(answer: (request: IncomingMessage, url: URL, body: string) => Said) {
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    const said = answer(request, new URL(request.url ?? '', 'http://fake'), body);
    response.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers });
    response.end(said.body === undefined ? '' : JSON.stringify(said.body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const maximoFields = {
  description: z.string().max(100),
  description_longdescription: z.string(),
  wopriority: z.number().int(),
  assetnum: z.string().max(25),
  targcompdate: z.iso.datetime({ local: true }).optional(),
};
/** MXAPIWODETAIL of the Maximo REST API, with `lean=1`. */
const MAXIMO = z.strictObject({
  ...maximoFields,
  siteid: z.string().max(8),
  externalrefid: z.string().max(10),
  worktype: z.string().max(5),
});
const MAXIMO_CHANGE = z
  .strictObject({ ...maximoFields, status: z.enum(['WAPPR', 'APPR', 'INPRG', 'COMP', 'CLOSE', 'CAN']) })
  .partial();
type MaximoOrder = z.infer<typeof MAXIMO> & { wonum: string; href: string; status: string };
const OVER = ['COMP', 'CLOSE', 'CAN'];

export async function startMaximo(key: string): Promise<Fake<MaximoOrder>> {
  const rows: MaximoOrder[] = [];
  let changes = 0;
  const collection = '/maximo/api/os/mxapiwodetail';
  const server = await serve((request, url, body) => {
    if (request.headers.apikey !== key) return { status: 401 };
    if (url.searchParams.get('lean') !== '1') return { status: 400 };
    if (request.method === 'GET') {
      const where = url.searchParams.get('oslc.where') ?? '';
      const [, reference, site] = /^externalrefid="([\w-]+)" and siteid="(\w+)"$/.exec(where) ?? [];
      const member = rows.filter((one) => one.externalrefid === reference && one.siteid === site);
      return { status: 200, body: { member } };
    }
    changes += 1;
    if (url.pathname === collection) {
      const wonum = `12${rows.length}4`;
      const href = `${server.url}${collection}/_${wonum}`;
      rows.push({ ...MAXIMO.parse(JSON.parse(body)), wonum, href, status: 'WAPPR' });
      // Without the header a creation answers only with a location.
      const made = request.headers.properties === undefined ? undefined : rows.at(-1);
      return { status: 201, body: made };
    }
    const row = rows.find((one) => new URL(one.href).pathname === url.pathname);
    return changeMaximo(row, request, body);
  });
  return { ...server, rows, changes: () => changes };
}

function changeMaximo(row: MaximoOrder | undefined, request: IncomingMessage, body: string): Said {
  if (row === undefined) return { status: 404 };
  if (request.headers['x-method-override'] !== 'PATCH') return { status: 400 };
  // Closed or cancelled orders cannot be changed.
  if (OVER.includes(row.status)) return { status: 400 };
  Object.assign(row, MAXIMO_CHANGE.parse(JSON.parse(body)));
  return { status: 204 };
}

const sapFields = {
  NotificationText: z.string().max(40),
  MaintNotifLongTextForEdit: z.string(),
  MaintPriority: z.string().length(1),
  RequiredEndDate: z
    .string()
    .regex(/^\/Date\(\d+\)\/$/)
    .optional(),
};
/** MaintenanceNotification of API_MAINTNOTIFICATION. */
const SAP = z.strictObject({
  ...sapFields,
  NotificationType: z.string().length(2),
  MaintenancePlanningPlant: z.string().max(4).optional(),
  TechnicalObject: z.string().max(40),
  TechObjIsEquipOrFuncnlLoc: z.enum(['EAMS_EQUI', 'EAMS_FL']),
});
type Notification = z.infer<typeof SAP> & {
  MaintenanceNotification: string;
  NotificationCompletionDate: string | null;
};

export async function startSap(): Promise<Fake<Notification>> {
  const rows: Notification[] = [];
  let changes = 0;
  const service = '/sap/opu/odata/sap/API_MAINTNOTIFICATION';
  const server = await serve((request, url, body) => {
    if (request.method === 'GET') {
      const [, start = '?'] =
        /^startswith\(NotificationText,'(.+)'\)$/.exec(url.searchParams.get('$filter') ?? '') ?? [];
      const results = rows.filter((one) => one.NotificationText.startsWith(start));
      const headers = { 'x-csrf-token': 'T', 'Set-Cookie': 'SAP_SESSIONID=s; path=/' };
      return { status: 200, body: { d: { results } }, headers };
    }
    if (request.headers['x-csrf-token'] !== 'T' || request.headers.cookie !== 'SAP_SESSIONID=s')
      return { status: 403 };
    changes += 1;
    if (url.pathname === `${service}/MaintenanceNotification`) {
      const number = String(10_000_042 + rows.length);
      const made = { MaintenanceNotification: number, NotificationCompletionDate: null };
      rows.push({ ...SAP.parse(JSON.parse(body)), ...made });
      return { status: 201, body: { d: rows.at(-1) } };
    }
    const named = url.searchParams.get('MaintenanceNotification') ?? url.pathname;
    const row = rows.find((one) => named.includes(`'${one.MaintenanceNotification}'`));
    if (row === undefined) return { status: 404 };
    return url.pathname === `${service}/Complete` ? complete(row) : changeSap(row, request, body);
  });
  return { ...server, rows, changes: () => changes };
}

function complete(row: Notification): Said {
  row.NotificationCompletionDate = '/Date(1)/';
  return { status: 200, body: { d: row } };
}

function changeSap(row: Notification, request: IncomingMessage, body: string): Said {
  if (request.method !== 'PATCH' || request.headers['if-match'] === undefined) return { status: 428 };
  Object.assign(row, z.strictObject(sapFields).partial().parse(JSON.parse(body)));
  return { status: 204 };
}
