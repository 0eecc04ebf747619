import { authorityOf, type Config, StartError } from './config.ts';
import type { Parts } from './parts.ts';
import type { App } from './platform/http/app-options.ts';

/** A port is in use. */
export class PortInUse extends StartError {}

/** Somebody who starts a server twice needs to hear about the first one, not about a port. */
export const secondServer = ({ message }: PortInUse, { dataDir }: Config, pid: number) =>
  new StartError(
    `DATA_DIR holds “${dataDir}”, where a server runs already (process ${pid}): stop that one first, or give this one ROLES and ports of its own (${message.replace(/;.*/, '')}).`,
  );

/** The address for boxes; null without an embedded broker. */
export function mqttUrlOf({ broker, config }: Parts): string | null {
  const port = broker.port();
  return port === null ? null : `mqtt://${authorityOf(config.mqttHost, port)}`;
}

export async function listenMqtt({ broker, config }: Parts): Promise<void> {
  try {
    await broker.start();
  } catch (error) {
    throw portError(error, config.mqttPort, 'MQTT_PORT', 'MQTT_HOST', config.mqttHost, config.mqttsPort);
  }
}

/**
 * A process without the web role serves only health and metrics, and continues without them if the port is in
 * use.
 */
export async function listenHttp(app: App, { config, room, log }: Parts): Promise<string> {
  const web = config.roles.includes('web');
  room.guard([app.server], room.http, config.trustedProxies);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    if (web) throw portError(error, config.port, 'PORT', 'HOST', config.host, null);
    log.warn({ port: config.port }, 'PORT is taken: this process serves no health page');
    return '';
  }
  const { port } = app.server.address() as { port: number };
  return `http://${authorityOf(config.host, port)}`;
}

function portError(
  error: unknown,
  port: number,
  name: string,
  hostName: string,
  host: string,
  tlsPort: number | null,
): unknown {
  const { code, port: failed } = error as NodeJS.ErrnoException & { port?: number };
  const [which, value] = failed !== undefined && failed === tlsPort ? ['MQTTS_PORT', tlsPort] : [name, port];
  if (code === 'EADDRINUSE')
    return new PortInUse(`${which} holds ${value}, where another program listens; it may hold a free port.`);
  if (code === 'EACCES')
    return new StartError(
      `${which} holds ${value}, which this account may not listen on; it may hold a port over 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(
      `${hostName} holds “${host}”, which is no address of this machine; it may hold one, such as 127.0.0.1 or 0.0.0.0.`,
    );
  return error;
}
