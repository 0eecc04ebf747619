// IBM Maximo Manage, REST API (object structure MXAPIWODETAIL): an order is made once, known by `externalrefid`.
const PRIORITY = { high: 1, medium: 2, low: 3 };

export const maximo = ({ url, key, siteid = 'BEDFORD' }) => ({
  async create(order) {
    const reference = `AW-${order.id}`;
    const headers = { apikey: key, 'Content-Type': 'application/json', Accept: 'application/json' };
    const where = encodeURIComponent(`externalrefid="${reference}"`);
    const base = `${url}/maximo/api/os/mxapiwodetail`;
    const found = await json(
      await fetch(`${base}?lean=1&oslc.where=${where}&oslc.select=wonum,href`, { headers }),
    );
    const known = found.member?.[0];
    if (known) return { reference: known.wonum, url: known.href };
    const made = await json(
      await fetch(`${base}?lean=1`, {
        method: 'POST',
        headers: { ...headers, properties: 'wonum,href' },
        body: JSON.stringify({
          siteid,
          externalrefid: reference,
          description: order.title.slice(0, 100),
          description_longdescription: order.checklist.map((check) => `- ${check.text}`).join('\n'),
          wopriority: PRIORITY[order.severity],
          worktype: 'CM',
          assetnum: order.place.serial_number,
          ...(order.due_on ? { targcompdate: `${order.due_on}T18:00:00` } : {}),
        }),
      }),
    );
    return { reference: made.wonum, url: made.href };
  },
});

async function json(answer) {
  if (!answer.ok) throw new Error(`Maximo answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}
