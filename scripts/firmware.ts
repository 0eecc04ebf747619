import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { signedManifest, signedPermit, signedWithdrawnList } from '@aerowatch/contracts/api/firmwares';
import { canonicalJson, type Json } from '@aerowatch/domain/canonical-json';
import {
  type DowngradePermit,
  type FirmwareManifest,
  type FirmwareSignature,
  type SignedDocument,
  signedBytes,
  type WithdrawnList,
} from '@aerowatch/domain/firmware/firmware-manifest';
import { keyId, rawKey } from '../server/platform/crypto/vendor-keys.ts';
import { writeSecretFile } from '../server/platform/files/secret-file.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run firmware -- key FILE
    makes an Ed25519 key: FILE (private, mode 0600) and the public line for FIRMWARE_KEYS
npm run firmware -- sign FILE --version X.Y.Z --key KEY [--installation ID [--client ID]]
    [--minimum-hardware X.Y.Z] [--not-before 2026-12-01T00:00:00Z] [--out FILE.manifest.json]
    writes the signed manifest; run again with another key and the same words, a signature is added.
    --installation binds it to one console: its id is on the page Firmware and in GET /api/firmwares/public-key/
npm run firmware -- permit-downgrade FILE --version X.Y.Z --from X.Y.Z --until 2026-12-31T00:00:00Z --reason TEXT
    --key KEY [--box SERIAL …] [--out FILE.permit.json]
    lets boxes that run --from or before go down to FILE, until then
npm run firmware -- withdraw FILE --version X.Y.Z --reason TEXT --key KEY [--installation ID]
    [--out withdrawn.json]
    adds FILE to the dated list of what no box installs any more and signs it; run again with another key and
    the same words, a signature is added

To be run where the key is, away from the server: nothing of it needs the console, a database or a network.`;

const VERSION = /^\d{1,3}(\.\d{1,3}){0,2}$/;
const OPTIONS = {
  version: { type: 'string' },
  key: { type: 'string' },
  client: { type: 'string' },
  installation: { type: 'string' },
  'minimum-hardware': { type: 'string' },
  'not-before': { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  reason: { type: 'string' },
  box: { type: 'string', multiple: true },
  out: { type: 'string' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [what, file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError(USAGE);
  if (what === 'key') return makeKey(file);
  if (what === 'sign') return signFile(file, values);
  if (what === 'permit-downgrade') return permitFile(file, values);
  if (what === 'withdraw') return withdrawFile(file, values);
  throw new CommandError(USAGE);
}

function makeKey(file: string): void {
  if (existsSync(file)) throw new CommandError(`${file} is there already: a key is never written over.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeSecretFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  say(`Private key: ${file} (keep it away from the server)`);
  say(`Its id: ${keyId(publicKey)}`);
  say(`Line for FIRMWARE_KEYS: ${rawKey(publicKey).toString('base64')}`);
}

function signFile(file: string, values: Values): void {
  if (values.client !== undefined && values.installation === undefined)
    throw new CommandError('--client names a client of one console: say which by --installation.');
  const manifest: FirmwareManifest = {
    version: versionOf('--version', values.version),
    ...contentOf(file),
    minimum_hardware:
      values['minimum-hardware'] === undefined
        ? null
        : versionOf('--minimum-hardware', values['minimum-hardware']),
    client: values.client === undefined ? null : wholeOf('--client', values.client),
    not_before: values['not-before'] === undefined ? null : timeOf('--not-before', values['not-before']),
    ...installationOf(values),
  };
  write(values.out ?? `${file}.manifest.json`, 'manifest', manifest, values);
}

function permitFile(file: string, values: Values): void {
  const permit: DowngradePermit = {
    allow_downgrade: true,
    version: versionOf('--version', values.version),
    sha256: contentOf(file).sha256,
    from: versionOf('--from', values.from),
    boxes: values.box === undefined ? null : [...values.box].sort(),
    not_after: timeOf('--until', values.until),
    reason: values.reason ?? missing('--reason'),
  };
  write(values.out ?? `${file}.permit.json`, 'permit', permit, values);
}

/**
 * The second signer signs the list unchanged; withdrawing another firmware makes a new list with a new date,
 * without signatures yet.
 */
function withdrawFile(file: string, values: Values): void {
  const { sha256 } = contentOf(file);
  const entry = {
    version: versionOf('--version', values.version),
    sha256,
    reason: values.reason ?? missing('--reason'),
  };
  const out = values.out ?? 'withdrawn.json';
  const held = existsSync(out) ? signedWithdrawnList.parse(JSON.parse(readFileSync(out, 'utf8'))).list : null;
  const isHeld = held?.withdrawn.some((one) => canonicalJson(one) === canonicalJson(entry)) === true;
  const list: WithdrawnList = isHeld
    ? held
    : {
        date: new Date().toISOString(),
        withdrawn: [...(held?.withdrawn ?? []), entry],
        ...installationOf(values),
      };
  if (!isHeld && held !== null) rmSync(out);
  write(out, 'list', list, values);
}

function installationOf({ installation }: Values): { installation?: string } {
  if (installation === undefined) return {};
  if (!/^[0-9a-f]{16}$/.test(installation))
    throw new CommandError('--installation takes the 16 digits that the console shows.');
  return { installation };
}

const SCHEMAS = { manifest: signedManifest, permit: signedPermit, list: signedWithdrawnList } as const;

/** Writes a signed document: the signatures of the same content already in the file, and the new one. */
function write(out: string, name: keyof typeof SCHEMAS, signed: SignedDocument, values: Values): void {
  const key = privateKeyOf(values.key ?? missing('--key'));
  const id = keyId(createPublicKey(key));
  const signature = sign(null, signedBytes(signed), key).toString('base64');
  const before = existsSync(out) ? signaturesIn(out, name, signed) : [];
  const signatures = [...before.filter((one) => one.key !== id), { key: id, signature }];
  writeFileSync(out, `${JSON.stringify({ [name]: signed, signatures }, null, 2)}\n`);
  const of = 'version' in signed ? `of ${signed.version}` : `of ${signed.date}`;
  say(`${out}: ${name} ${of}, signed by ${signatures.map((one) => one.key).join(', ')}`);
}

function signaturesIn(
  out: string,
  name: keyof typeof SCHEMAS,
  signed: SignedDocument,
): readonly FirmwareSignature[] {
  const parsed = SCHEMAS[name].safeParse(JSON.parse(readFileSync(out, 'utf8')));
  const held = parsed.success
    ? (parsed.data as { [key: string]: unknown; signatures: FirmwareSignature[] })
    : undefined;
  if (held === undefined || canonicalJson(held[name] as Json) !== canonicalJson({ ...signed }))
    throw new CommandError(
      `${out} is there and says something else: sign with the words it was made with, or take another --out.`,
    );
  return held.signatures;
}

function contentOf(file: string): { sha256: string; size: number } {
  const bytes = readFileSync(file);
  if (bytes.length === 0) throw new CommandError(`${file} is empty.`);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

function privateKeyOf(path: string): KeyObject {
  const text = readFileSync(path, 'utf8');
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The error is thrown below.
  }
  throw new CommandError(`${path} is no private Ed25519 key in PEM.`);
}

function versionOf(name: string, text: string = missing(name)): string {
  if (!VERSION.test(text)) throw new CommandError(`${name} is a version such as 1.4.2.`);
  return [...text.split('.').map(Number), 0, 0].slice(0, 3).join('.');
}

function wholeOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new CommandError(`${name} is the number of a client.`);
  return Number(text);
}

function timeOf(name: string, text: string = missing(name)): string {
  const at = Date.parse(text);
  if (Number.isNaN(at) || !/(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new CommandError(`${name} is a time with its zone, such as 2026-12-01T00:00:00Z.`);
  return new Date(at).toISOString();
}

function missing(name: string): never {
  throw new CommandError(`${name} is missing.\n\n${USAGE}`);
}

command(main);
