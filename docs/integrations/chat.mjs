// What a chat says of an event: bodies of the incoming webhooks of Microsoft Teams (Workflows, Adaptive Card 1.4)
// and Slack (blocks). For alerts alone nothing is needed: each person gives the address of a chat under Preferences.

const VERDICTS = { found: 'confirmed', not_found: 'not confirmed', other_cause: 'another cause' };
const STATES = { open: 'open', planned: 'planned', done: 'done', cancelled: 'cancelled' };
const where = ({ serial_number, name }) =>
  name && name !== serial_number ? `${name} (${serial_number})` : serial_number;
const UNITS = {
  temperature: '°C',
  pressure: 'bar',
  stroke: 'mm',
  displacement_temperature: 'mm/°C',
  displacement_time: 'mm/h',
  battery_voltage: 'V',
  solar_voltage: 'V',
  charge_current: 'mA',
  stroke_percent: '%',
  residual: 'mm',
  stop_margin: '°C',
  forecast: '%',
  silence: 'upload times',
};
/** What was compared, with its unit; of a diagnosis its fault. */
const value = ({ condition, value: number, finding }) => {
  if (condition.metric === 'finding') return finding ? `, ${words(finding.fault ?? finding.key)}` : '';
  return `, ${words(condition.metric)} ${number} ${UNITS[condition.metric] ?? ''}`.trimEnd();
};
const words = (name) => name.replaceAll('_', ' ');

/** A line for people, by the type of the event. The sentences of a diagnosis are in the webhook's language. */
const LINES = {
  'alert.opened': (alert) => `Alert: ${alert.supervisor_name}${value(alert)}`,
  'alert.cleared': (alert) => `Alert over: ${alert.supervisor_name}`,
  'alert.archived': (alert) =>
    `Alert seen${alert.seen_by_name ? ` by ${alert.seen_by_name}` : ''}: ${alert.supervisor_name}`,
  'finding.changed': ({ findings, primary, serial_number, position }) => {
    const main = findings.find((one) => one.key === primary);
    const whose = `${serial_number} · AERO ${position}`;
    if (main === undefined) return `${whose}: nothing wrong any more`;
    return [`${whose}: ${main.text.name}`, main.text.sentence, main.text.act]
      .filter((text) => text)
      .join('. ');
  },
  'box.silent': (box) => `Silent: ${where(box)}`,
  'box.back': (box) => `Sending again: ${where(box)}`,
  'box.fell_back': (box) => `Back on an older firmware by itself: ${where(box)}`,
  'work_order.created': (order) => `New work order: ${order.title}`,
  'work_order.changed': (order) => `Work order changed (${STATES[order.state]}): ${order.title}`,
  'work_order.closed': (order) =>
    `Work order ${STATES[order.state]}: ${order.title}${order.verdict ? ` (${VERDICTS[order.verdict]})` : ''}`,
  'rollout.finished': (rollout) =>
    `Firmware update ${rollout.state === 'cancelled' ? 'cancelled' : 'finished'}: ${rollout.version}`,
};

/** `work_order.created` → a line for people. */
export const line = ({ type, subject, data }) => {
  // Deleted meanwhile: only its id is left.
  if (Object.keys(data).length === 1) return `No longer there: ${subject.replace(/[_/]/g, ' ')}`;
  return LINES[type]?.(data) ?? `News about ${subject.replace(/[_/]/g, ' ')}`;
};

export const teams = (event) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: line(event), wrap: true, weight: 'Bolder' }],
        actions: [{ type: 'Action.OpenUrl', title: 'AeroWatch', url: linkOf(event) }],
      },
    },
  ],
});

export const slack = (event) => ({
  text: line(event),
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: `*${escaped(line(event))}*` } },
    { type: 'context', elements: [{ type: 'mrkdwn', text: `<${linkOf(event)}|AeroWatch>` }] },
  ],
});

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const PAGES = { work_orders: 'work-orders', alerts: 'alerts', boxes: 'galland-boxes' };
function linkOf({ source, subject }) {
  const [entity, id] = subject.split('/');
  return PAGES[entity] ? `${source}/${PAGES[entity]}/${id}` : source;
}
