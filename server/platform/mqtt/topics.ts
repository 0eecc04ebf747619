import type { DownlinkTopic } from './broker.ts';

const PREFIX = 'boxes/';

/** Whether a box may publish to a topic: one below its own, and not one for messages to the box. */
export function mayPublish(serial: string, topic: string): boolean {
  const own = `${PREFIX}${serial}/`;
  return topic.startsWith(own) && topic.length > own.length && !/[#+]/.test(topic);
}

/** Whether a box may subscribe to a filter: it must match only topics below its own. */
export function maySubscribe(serial: string, filter: string): boolean {
  const levels = filter.split('/');
  return levels.length >= 3 && levels[0] === 'boxes' && levels[1] === serial;
}

/** Whether a filter matches a topic, as MQTT 3.1.1 section 4.7 says. */
export function matches(filter: string, topic: string): boolean {
  const pattern = filter.split('/');
  const levels = topic.split('/');
  for (const [index, part] of pattern.entries()) {
    if (part === '#') return true;
    if (index >= levels.length || (part !== '+' && part !== levels[index])) return false;
  }
  return pattern.length === levels.length;
}

export function downTopic(serial: string, topic: DownlinkTopic): string {
  return `${PREFIX}${serial}/${topic}`;
}

/** The serial number of `boxes/{serial}/…`. */
export function serialOf(topic: string): string | undefined {
  const [prefix, serial, ...rest] = topic.split('/');
  return prefix === 'boxes' && serial !== undefined && serial !== '' && rest.length > 0 ? serial : undefined;
}
