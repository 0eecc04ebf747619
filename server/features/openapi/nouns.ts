/** Resources whose word in addresses, schemas or properties differs from the one that people use. */
const SAID: Readonly<Record<string, string>> = {
  user: 'person',
  me: 'person',
  audit: 'person',
  people: 'person',
  lacking: 'person',
  aero: 'AERO',
  standing: 'AERO',
  key: 'API key',
  link: 'link for guests',
  box_link: 'link for guests',
  saved_view: 'view',
  push_browser: 'browser',
  push: 'browser',
  rollout: 'firmware update',
  configuration_change: 'change',
  weather_receipt: 'forecast file',
  notification: 'message',
  also: 'condition',
  sery: 'series',
  diagnosi: 'diagnosis',
  sami_change: 'change of SAMI',
  sso_round_trip: 'way to the identity provider',
  signed_in: 'person, signed in',
  set_aside: 'message set aside',
  set_aside_message: 'message set aside',
};

/** `work_order` of the operation `work_orders.list` and of the schema `WorkOrder`. */
export const subjectOf = (root: string): string => singular(snake(root.split('.')[0] ?? root));

/**
 * The resource to which a property called `id` or `name` belongs, by its operation or named schema and its
 * parent property.
 */
export function nounOf(root: string, parent: string): string {
  const one = parent === '' || parent === 'results' ? subjectOf(root) : singular(snake(parent));
  return SAID[one] ?? one.replaceAll('_', ' ');
}

const snake = (word: string) => word.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const singular = (word: string) => word.replace(/(?<=x)es$|(?<=[^s])s$/, '').replace(/ie$/, 'y');
