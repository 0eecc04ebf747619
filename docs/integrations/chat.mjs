// What a chat says of an event: bodies of the incoming webhooks of Microsoft Teams (Workflows, Adaptive Card 1.4)
// and Slack (blocks). For alerts alone nothing is needed: each person gives the address of a chat under Preferences.

/** `work_order.created` → a line for people. */
export const line = ({ type, data }) =>
  ({
    'work_order.created': `New work order: ${data.title}`,
    'work_order.closed': `Work order closed: ${data.title} (${data.verdict ?? data.state})`,
    'alert.opened': `Alert: ${data.supervisor_name}`,
    'box.silent': `Silent: ${data.serial_number}`,
    'box.back': `Back: ${data.serial_number}`,
  })[type] ?? type;

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
