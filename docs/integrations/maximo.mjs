// IBM Maximo Manage, REST API (object structure MXAPIWODETAIL): an order is made once, known by `externalrefid`.
// https://ibm-maximo-dev.github.io/maximo-restapi-documentation/crud/create_and_update
import { longText } from './order-text.mjs';

const PRIORITY = { high: 1, medium: 2, low: 3 };
/** Statuses of Maximo as it is delivered; a site may have synonyms of its own. */
const STATUS = { done: 'COMP', cancelled: 'CAN' };
const OVER = ['COMP', 'CLOSE', 'CAN'];

/** `MAXIMO_SITE` is your site, `MAXIMO_WORK_TYPE` the work type of these orders (CM when not set). */
export function maximo({ url, key }, env = {}) {
  const siteid = env.MAXIMO_SITE;
  if (!siteid) throw new Error('MAXIMO_SITE is not set: the site that orders are made in');
  const worktype = env.MAXIMO_WORK_TYPE ?? 'CM';
  const base = `${url}/maximo/api/os/mxapiwodetail`;
  const headers = { apikey: key, 'Content-Type': 'application/json', Accept: 'application/json' };
  const known = ({ wonum, href, status }) => ({ reference: wonum, url: href, status });
  const post = (to, body, more) =>
    fetch(to, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }).then(json);
  return {
    async find(order) {
      const where = encodeURIComponent(`externalrefid="AW-${order.id}" and siteid="${siteid}"`);
      const select = 'oslc.select=wonum,href,status';
      const found = await json(await fetch(`${base}?lean=1&oslc.where=${where}&${select}`, { headers }));
      return found.member?.[0] ? known(found.member[0]) : null;
    },
    async create(order) {
      const made = { siteid, worktype, externalrefid: `AW-${order.id}`, ...fields(order) };
      return known(await post(`${base}?lean=1`, made, { properties: 'wonum,href,status' }));
    },
    /** Closed or cancelled there too; an order that is over there is left alone, and stays as people left it. */
    async update({ url: href, status }, order) {
      if (OVER.includes(status)) return;
      const to = STATUS[order.state];
      await post(
        `${href}${href.includes('?') ? '&' : '?'}lean=1`,
        { ...fields(order), ...(to ? { status: to } : {}) },
        { 'x-method-override': 'PATCH', patchtype: 'MERGE' },
      );
    },
  };
}

const fields = (order) => ({
  description: order.title.slice(0, 100),
  description_longdescription: longText(order),
  wopriority: PRIORITY[order.severity],
  assetnum: order.place.serial_number,
  ...(order.due_on ? { targcompdate: `${order.due_on}T18:00:00` } : {}),
});

async function json(answer) {
  if (!answer.ok) throw new Error(`Maximo answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  // A change without `properties` answers 204.
  return answer.status === 204 ? {} : answer.json();
}
