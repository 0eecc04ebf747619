import { chmodSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

// What nobody reads at run time, taken out of programs of Linux (ELF64, as all that we bundle are).

const [HEADER, ENTRY] = [64, 56];
const [PT_NULL, PT_LOAD] = [0, 1];
/** Of the largest pages that Linux has on arm64; parts of a file move by whole ones. */
const PAGE = 0x10000;

interface Part {
  /** Where its entry in the table of program headers is. */
  readonly at: number;
  readonly type: number;
  readonly offset: number;
  readonly size: number;
}

function partsOf(file: Buffer): Part[] {
  const isElf = file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1;
  if (!isElf || file.readUInt16LE(54) !== ENTRY) throw new Error('not a program of Linux, 64 bits');
  const table = Number(file.readBigUInt64LE(32));
  return Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = table + index * ENTRY;
    return {
      at,
      type: file.readUInt32LE(at),
      offset: Number(file.readBigUInt64LE(at + 8)),
      size: Number(file.readBigUInt64LE(at + 32)),
    };
  });
}

/**
 * A program without what lies behind its last segment: names for debuggers, which the system never loads, and the table
 * of sections that points to them.
 */
export function withoutSymbols(program: Buffer): Buffer {
  const end = Math.max(HEADER, ...partsOf(program).map(({ offset, size }) => offset + size));
  const file = Buffer.from(program.subarray(0, end));
  dropSections(file);
  return file;
}

function dropSections(file: Buffer): void {
  file.writeBigUInt64LE(0n, 40);
  file.fill(0, 58, 64);
}

/** What a database of ours reads of ICU’s data: initdb asks once for the version of the root collation. */
const READ_OF_ICU = /^icudt\d+l\/(coll\/(root\.res|ucadata\.icu)|root\.res)$/;

/**
 * ICU’s library of data with the root collation alone. PostgreSQL is linked with it, and no database of ours has a
 * collation of ICU: they are made with the built-in provider (initialise.ts).
 */
export function withoutIcuData(library: Buffer): Buffer {
  const parts = partsOf(library);
  // The header of a package of ICU: its length, two magic bytes, and its format after twelve bytes.
  const start = library.indexOf('CmnD') - 12;
  const [first, second] = parts.filter(({ type }) => type === PT_LOAD);
  const isKnown = start > 0 && library.readUInt16LE(start + 2) === 0x27da;
  if (!isKnown || first?.offset !== 0 || second === undefined || second.offset < first.size)
    throw new Error('the data of ICU lie elsewhere than they did');
  const kept = packageOf(library.subarray(start, first.size), (name) => READ_OF_ICU.test(name));
  const size = Math.ceil((start + kept.length) / PAGE) * PAGE;
  const shift = Math.floor(second.offset / PAGE) * PAGE - size;
  const file = Buffer.alloc(second.offset - shift + library.length - second.offset);
  library.copy(file, 0, 0, start);
  kept.copy(file, start);
  library.copy(file, second.offset - shift, second.offset);
  for (const part of parts) {
    if (part === first) for (const field of [32, 40]) file.writeBigUInt64LE(BigInt(size), part.at + field);
    else if (part.offset >= second.offset) file.writeBigUInt64LE(BigInt(part.offset - shift), part.at + 8);
    else if (part.offset > 0) file.writeUInt32LE(PT_NULL, part.at);
    if (part.type === PT_LOAD) file.writeBigUInt64LE(BigInt(PAGE), part.at + 48);
  }
  return withoutSymbols(file);
}

/** A package of ICU with some of its items: header, number of items, where each has its name and data, names, data. */
function packageOf(whole: Buffer, isKept: (name: string) => boolean): Buffer {
  const header = whole.readUInt16LE(0);
  const body = whole.subarray(header);
  const entries = Array.from({ length: body.readUInt32LE(0) }, (_, index) => {
    const [name, data] = [body.readUInt32LE(4 + index * 8), body.readUInt32LE(8 + index * 8)];
    return { name: body.toString('latin1', name, body.indexOf(0, name)), data };
  });
  const items = entries.flatMap(({ name, data }, index) =>
    isKept(name) ? [{ name, data: body.subarray(data, entries[index + 1]?.data ?? body.length) }] : [],
  );
  if (items.length < 3) throw new Error('the root collation of ICU has another name than it had');
  const aligned = (bytes: number) => Math.ceil(bytes / 16) * 16;
  const names = Buffer.from(items.map(({ name }) => `${name}\0`).join(''), 'latin1');
  const table = Buffer.alloc(4 + items.length * 8);
  table.writeUInt32LE(items.length, 0);
  let [named, at] = [table.length, aligned(table.length + names.length)];
  const begin = at;
  items.forEach(({ name, data }, index) => {
    table.writeUInt32LE(named, 4 + index * 8);
    table.writeUInt32LE(at, 8 + index * 8);
    named += name.length + 1;
    at += aligned(data.length);
  });
  const padded = items.map(({ data }) =>
    Buffer.concat([data, Buffer.alloc(aligned(data.length) - data.length)]),
  );
  const gap = Buffer.alloc(begin - table.length - names.length);
  return Buffer.concat([whole.subarray(0, header), table, names, gap, ...padded]);
}

/** Writes a smaller form of a file in its place. The file may be a hard link, whose other names stay as they are. */
export function rewrite(path: string, smaller: (file: Buffer) => Buffer): void {
  if (lstatSync(path).isSymbolicLink()) return;
  const [file, { mode }] = [smaller(readFileSync(path)), statSync(path)];
  rmSync(path);
  writeFileSync(path, file);
  chmodSync(path, mode);
}
