// SAP S/4HANA plant maintenance, OData service API_MAINTNOTIFICATION: a notification is made once, with a CSRF
// token; it is known by the order's number, which stands first in its text.
const PRIORITY = { high: '1', medium: '2', low: '3' };

export const sapPm = ({ url, key, type = 'M2' }) => ({
  async create(order) {
    const base = `${url}/sap/opu/odata/sap/API_MAINTNOTIFICATION/MaintenanceNotification`;
    const headers = { Authorization: `Basic ${key}`, Accept: 'application/json' };
    const mark = `AW-${order.id} `;
    const filter = encodeURIComponent(`startswith(NotificationText,'${mark}')`);
    const asked = await fetch(`${base}?$filter=${filter}&$top=1`, {
      headers: { ...headers, 'x-csrf-token': 'Fetch' },
    });
    const found = await json(asked);
    const known = found.d.results[0];
    if (known) return reference(url, known);
    const made = await json(
      await fetch(base, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'x-csrf-token': asked.headers.get('x-csrf-token') ?? '',
          Cookie: asked.headers
            .getSetCookie()
            .map((cookie) => cookie.split(';')[0])
            .join('; '),
        },
        body: JSON.stringify({
          NotificationType: type,
          // 40 characters are what the field holds.
          NotificationText: `${mark}${order.title}`.slice(0, 40),
          MaintPriority: PRIORITY[order.severity],
          TechnicalObject: order.place.serial_number,
          TechObjIsEquipOrFuncnlLoc: 'EAMS_EQUI',
          ...(order.due_on ? { RequiredEndDate: `/Date(${Date.parse(order.due_on)})/` } : {}),
        }),
      }),
    );
    return reference(url, made.d);
  },
});

const reference = (url, { MaintenanceNotification: number }) => ({
  reference: number,
  url: `${url}/sap/bc/ui5_ui5/ui2/ushell/shells/abap/FioriLaunchpad.html#MaintenanceNotification-displayFactSheet?MaintenanceNotification=${number}`,
});

async function json(answer) {
  if (!answer.ok) throw new Error(`SAP answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}
