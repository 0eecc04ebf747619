// SAP S/4HANA plant maintenance, OData service API_MAINTNOTIFICATION: a notification is made once, with a CSRF
// token; it is known by the order's number, which stands first in its text.
import { longText } from './order-text.mjs';

const PRIORITY = { high: '1', medium: '2', low: '3' };

/**
 * `SAP_NOTIFICATION_TYPE` is the type of these notifications (M2 when not set), `SAP_PLANT` the maintenance
 * planning plant. `SAP_COMPLETE` names the function import that completes a notification in your release; without
 * it closing and cancelling are written into the notification's text, and people complete it.
 */
export function sapPm({ url, key }, env = {}) {
  const service = `${url}/sap/opu/odata/sap/API_MAINTNOTIFICATION`;
  const base = `${service}/MaintenanceNotification`;
  const headers = { Authorization: `Basic ${key}`, Accept: 'application/json' };
  let session = {};
  /** The token and the cookie that belongs to it come with a read; every change needs both. */
  const read = async (path) => {
    const answer = await fetch(path, { headers: { ...headers, 'x-csrf-token': 'Fetch' } });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    session = { 'x-csrf-token': answer.headers.get('x-csrf-token') ?? '', Cookie: cookies.join('; ') };
    return json(answer);
  };
  const change = async (method, path, body) =>
    json(
      await fetch(path, {
        method,
        headers: {
          ...headers,
          ...session,
          'Content-Type': 'application/json',
          ...(method === 'PATCH' ? { 'If-Match': '*' } : {}),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  return {
    async find(order) {
      const filter = encodeURIComponent(`startswith(NotificationText,'${mark(order)}')`);
      const found = await read(`${base}?$filter=${filter}&$top=1`);
      return found.d.results[0] ? reference(url, found.d.results[0]) : null;
    },
    async create(order) {
      const made = await change('POST', base, {
        NotificationType: env.SAP_NOTIFICATION_TYPE ?? 'M2',
        ...(env.SAP_PLANT ? { MaintenancePlanningPlant: env.SAP_PLANT } : {}),
        TechnicalObject: order.place.serial_number,
        TechObjIsEquipOrFuncnlLoc: 'EAMS_EQUI',
        ...fields(order),
      });
      return reference(url, made.d);
    },
    async update({ reference: number, isCompleted }, order) {
      if (isCompleted) return;
      await change('PATCH', `${base}('${number}')`, fields(order));
      if (env.SAP_COMPLETE && (order.state === 'done' || order.state === 'cancelled'))
        await change('POST', `${service}/${env.SAP_COMPLETE}?MaintenanceNotification='${number}'`);
    },
  };
}

const mark = (order) => `AW-${order.id} `;
const fields = (order) => ({
  // 40 characters are what the field holds.
  NotificationText: `${mark(order)}${order.title}`.slice(0, 40),
  MaintNotifLongTextForEdit: longText(order),
  MaintPriority: PRIORITY[order.severity],
  ...(order.due_on ? { RequiredEndDate: `/Date(${Date.parse(order.due_on)})/` } : {}),
});

const reference = (url, { MaintenanceNotification: number, NotificationCompletionDate: completed }) => ({
  reference: number,
  url: `${url}/sap/bc/ui5_ui5/ui2/ushell/shells/abap/FioriLaunchpad.html#MaintenanceNotification-displayFactSheet?MaintenanceNotification=${number}`,
  isCompleted: Boolean(completed),
});

async function json(answer) {
  if (!answer.ok) throw new Error(`SAP answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.status === 204 ? {} : answer.json();
}
