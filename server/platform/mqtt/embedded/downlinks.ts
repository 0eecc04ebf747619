import type { Client } from 'aedes';
import type { Log } from '../../log/log.ts';
import type { DownlinkLoader, DownlinkTopic } from '../broker.ts';
import { downTopic, matches } from '../topics.ts';
import type { Connections } from './connections.ts';

/**
 * Sends the messages waiting for a box, read by the proof of its connection, to the topics it has subscribed
 * to.
 */
export function makeDownlinks(connections: Connections, log: Log) {
  const loaders = new Map<DownlinkTopic, DownlinkLoader>();

  const send = async (client: Client, topic: DownlinkTopic): Promise<void> => {
    const box = connections.proofOf(client)?.box;
    // It contains secrets: a box whose right has just ended must not get it.
    if (box === undefined || !(await connections.isStillTrue(client))) return;
    for (const payload of (await loaders.get(topic)?.(box)) ?? []) {
      if (connections.ofBox(box) !== client) return;
      const packet = {
        cmd: 'publish' as const,
        topic: downTopic(client.id, topic),
        payload: Buffer.from(payload),
        qos: 1 as const,
        retain: false,
        dup: false,
      };
      await new Promise<void>((resolve) => client.publish(packet, () => resolve()));
    }
  };
  /** Sends the waiting messages of every topic that matches a filter. */
  const sendTo = (client: Client, filters: readonly string[]): void => {
    for (const topic of loaders.keys())
      if (filters.some((filter) => matches(filter, downTopic(client.id, topic))))
        void send(client, topic).catch((error) =>
          log.warn({ err: error, serial: client.id }, 'what waits for a box could not be read'),
        );
  };
  return {
    register: (topic: DownlinkTopic, load: DownlinkLoader) => void loaders.set(topic, load),
    sendTo,
    /** Sends to a box that is connected here and subscribed to this topic. */
    sendTopic(box: number, topic: DownlinkTopic): void {
      const client = connections.ofBox(box);
      if (client === undefined) return;
      const full = downTopic(client.id, topic);
      if (filtersOf(client).some((filter) => matches(filter, full))) sendTo(client, [full]);
    },
    sendEverything: (client: Client) => sendTo(client, filtersOf(client)),
  };
}

const filtersOf = (client: Client) =>
  Object.keys((client as unknown as { subscriptions: object }).subscriptions);
