import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { releaseIn } from '../server/platform/release.ts';
import { CommandError, command, say } from './command.ts';
import { LIMIT, layOut, sizeOf } from './release/bundle-tree.ts';
import { debianArchitecture, writeDebianTree } from './release/debian-package.ts';

const USAGE = `npm run bundle [-- --key KEY.pem] [--into FOLDER] [--deb]

Makes one file for this platform, dist/aerowatch-VERSION-PLATFORM.tar.gz: Node, PostgreSQL, the built console, the
server and what it needs, nothing that only developers use. It runs where it is unpacked, without npm or network.
Beside it lies its checksum, and with --key (an Ed25519 private key, PEM) the signature of that checksum.
--deb also makes a package for Debian and Ubuntu of it, by dpkg-deb, with a checksum of its own.`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      into: { type: 'string', default: join(ROOT, 'dist') },
      deb: { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 0) throw new CommandError(USAGE);
  if (process.platform === 'win32') throw new CommandError('Bundles are made on Linux and macOS.');
  if (!existsSync(join(ROOT, 'web/dist/index.html')))
    throw new CommandError('The console is not built: npm run build.');
  const key = values.key === undefined ? undefined : privateKey(values.key);
  const name = `aerowatch-${releaseIn(ROOT).version}-${process.platform}-${process.arch}`;
  const work = mkdtempSync(join(tmpdir(), 'aerowatch-bundle-'));
  try {
    layOut(ROOT, join(work, name), process.execPath);
    const { bytes, largest } = sizeOf(join(work, name));
    if (bytes > LIMIT)
      throw new CommandError(
        `Unpacked it takes ${mb(bytes)} MB, more than ${mb(LIMIT)}. The largest: ${largest.join(', ')}.`,
      );
    mkdirSync(values.into, { recursive: true });
    const file = join(values.into, `${name}.tar.gz`);
    const packed = spawnSync('tar', ['--owner=0', '--group=0', '--numeric-owner', '-czf', file, name], {
      cwd: work,
      encoding: 'utf8',
    });
    if (packed.status !== 0) throw new CommandError(`tar fails: ${packed.stderr || packed.error?.message}`);
    await sum(file, key);
    say(`${file}: ${mb(statSync(file).size)} MB, unpacked ${mb(bytes)} MB`);
    if (values.deb) await debian(join(work, 'deb'), values.into, bytes, key);
    say(key === undefined ? 'Not signed: --key names an Ed25519 key.' : 'Signed: each .sha256 has its .sig.');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/** Its checksum beside a file, and with a key the signature of that. */
async function sum(file: string, key: KeyObject | undefined): Promise<void> {
  const line = `${await sha256(file)}  ${basename(file)}\n`;
  writeFileSync(`${file}.sha256`, line);
  rmSync(`${file}.sha256.sig`, { force: true });
  if (key !== undefined) writeFileSync(`${file}.sha256.sig`, sign(null, Buffer.from(line), key));
  say(line.trim());
}

async function debian(tree: string, into: string, bytes: number, key: KeyObject | undefined): Promise<void> {
  const architecture = debianArchitecture(process.arch);
  if (process.platform !== 'linux' || architecture === undefined)
    throw new CommandError('A package for Debian is made on Linux, x64 or arm64.');
  const { version } = releaseIn(ROOT);
  layOut(ROOT, join(tree, 'opt/aerowatch'), process.execPath);
  writeDebianTree(tree, join(ROOT, 'deploy'), { version, architecture, bytes });
  const file = join(into, `aerowatch_${version}_${architecture}.deb`);
  // xz takes minutes for some per cent less.
  const built = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z6', tree, file], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new CommandError(`dpkg-deb fails: ${built.stderr || built.error?.message}`);
  await sum(file, key);
  say(`${file}: ${mb(statSync(file).size)} MB`);
}

function privateKey(path: string): KeyObject {
  const key = createPrivateKey(readFileSync(path));
  if (key.asymmetricKeyType !== 'ed25519') throw new CommandError(`${path} is no Ed25519 key.`);
  return key;
}

const mb = (bytes: number) => Math.round(bytes / 1e6);

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
