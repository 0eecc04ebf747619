import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics of the broker. */
export function makeBrokerMetrics(registry: Registry, connections: () => number) {
  const refused = new Counter({
    name: 'mqtt_refused_total',
    help: 'Connections, messages and subscriptions refused',
    labelNames: ['reason'],
    registers: [registry],
  });
  const received = new Counter({
    name: 'mqtt_messages_total',
    help: 'Messages taken from boxes',
    registers: [registry],
  });
  new Gauge({
    name: 'mqtt_connections',
    help: 'Boxes connected to this process',
    registers: [registry],
    collect() {
      this.set(connections());
    },
  });
  return { refused: (reason: string) => refused.inc({ reason }), received: () => received.inc() };
}
