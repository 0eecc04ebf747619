import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Certificate, type CertificateFiles, watchCertificate } from '../../machine/certificate.ts';
import type { BrokerOptions } from '../broker-options.ts';

/**
 * Only authenticated ciphers with forward secrecy, the strongest first (ASVS 5.0, 12.1.2); CCM is for small
 * boxes.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_128_CCM_SHA256',
  ...['ECDSA', 'RSA'].flatMap((by) =>
    ['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].map((how) => `ECDHE-${by}-${how}`),
  ),
  'ECDHE-ECDSA-AES256-CCM',
  'ECDHE-ECDSA-AES128-CCM',
].join(':');

/** The ports that boxes connect to: plain, and TLS where it is configured. */
export function makeListeners(
  { config, log, registry, room }: Pick<BrokerOptions, 'config' | 'log' | 'registry' | 'room'>,
  admit: (socket: Socket) => void,
) {
  let plain: Server | undefined;
  let tls: Server | undefined;
  let certificate: Certificate | undefined;

  const onSocket = (socket: Socket) => {
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    admit(socket);
  };
  const listen = async (server: Server, port: number): Promise<Server> => {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen({ host: config.mqttHost, port, backlog: 4096 }, resolve),
    );
    return server;
  };
  const makeTls = (files: CertificateFiles): Server => {
    const { cert, key } = files;
    const authority = config.clientCa === null ? {} : { ca: config.clientCa };
    const common = { ...authority, minVersion: 'TLSv1.2', ciphers: CIPHERS, sessionTimeout: 3600 } as const;
    // A box without a valid certificate signs in by password.
    const asking = { requestCert: config.clientCa !== null, rejectUnauthorized: false };
    const server = createTlsServer({ ...common, ...asking, cert, key, handshakeTimeout: 30_000 }, onSocket);
    certificate = watchCertificate(files, {
      registry,
      log,
      changed: (pair) => server.setSecureContext({ ...common, ...pair }),
    });
    return server;
  };
  return {
    async start(): Promise<void> {
      plain = await listen(createServer(onSocket), config.mqttPort);
      if (config.mqttsPort !== null && config.tls !== null)
        tls = await listen(makeTls(config.tls), config.mqttsPort);
      // Boxes of an operator share few addresses; strangers among them are counted after admission.
      room.guard(tls === undefined ? [plain] : [plain, tls], room.mqtt, ['0.0.0.0/0', '::/0']);
    },
    stop(): void {
      certificate?.stop();
      plain?.close();
      tls?.close();
    },
    port: () => portOf(plain),
    tlsPort: () => portOf(tls),
    certificateExpiry: () => certificate?.expiresAt(),
  };
}

function portOf(server: Server | undefined): number | null {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}
