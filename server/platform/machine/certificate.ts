import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../log/log.ts';

export interface CertificateFiles {
  /** PEM: the content at the start, and its path. */
  readonly cert: string;
  readonly key: string;
  readonly certPath: string;
  readonly keyPath: string;
}

export interface Certificate {
  readonly current: () => { readonly cert: string; readonly key: string };
  readonly expiresAt: () => Date | undefined;
  stop(): void;
}

/**
 * A certificate that may be renewed in its files while the process runs: `changed` gets the new pair. Files
 * that are incomplete, or do not match, are logged and leave the old pair in use.
 */
export function watchCertificate(
  files: CertificateFiles,
  options: {
    readonly registry: Registry;
    readonly log: Log;
    readonly changed: (pair: { cert: string; key: string }) => void;
    readonly everyMs?: number;
  },
): Certificate {
  let pair = { cert: files.cert, key: files.key };
  let refused = '';
  const look = () => {
    let found: typeof pair;
    try {
      found = { cert: readFileSync(files.certPath, 'utf8'), key: readFileSync(files.keyPath, 'utf8') };
      if (found.cert === pair.cert && found.key === pair.key) return;
      createSecureContext(found);
      if (!new X509Certificate(found.cert).checkPrivateKey(createPrivateKey(found.key)))
        throw new Error('the key is not that of the certificate');
    } catch (error) {
      const { message } = error as Error;
      if (message !== refused)
        options.log.error({ reason: message }, 'the renewed certificate is not taken; the old one stays');
      refused = message;
      return;
    }
    refused = '';
    pair = found;
    options.changed(pair);
    options.log.info({ expires: expiryOf(pair.cert)?.toISOString() }, 'the certificate was renewed');
  };
  const timer = setInterval(look, options.everyMs ?? 30_000).unref();
  process.on('SIGHUP', look);
  new Gauge({
    name: 'certificate_expiry_timestamp_seconds',
    help: 'When the certificate of the broker expires',
    registers: [options.registry],
    collect() {
      const at = expiryOf(pair.cert);
      if (at !== undefined) this.set(at.getTime() / 1000);
    },
  });
  return {
    current: () => pair,
    expiresAt: () => expiryOf(pair.cert),
    stop() {
      clearInterval(timer);
      process.off('SIGHUP', look);
    },
  };
}

function expiryOf(pem: string): Date | undefined {
  try {
    return new Date(new X509Certificate(pem).validTo);
  } catch {
    return undefined;
  }
}
