const BREAK = 0xff;
const MAX_DEPTH = 20;

/**
 * The same CBOR with every text and byte string that came in pieces (RFC 8949, section 3.2.3) as one:
 * streaming encoders write them, cbor-x does not read them. Throws when it is cut short.
 */
export function joinPieces(payload: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;

  const byte = () => {
    const value = payload[at];
    if (value === undefined) throw new Error('cut short');
    return value;
  };
  const copy = (bytes: number) => {
    if (at + bytes > payload.length) throw new Error('cut short');
    parts.push(payload.subarray(at, at + bytes));
    at += bytes;
  };
  /** Length of the head at the cursor and what it counts; none for one without an end of its own. */
  const head = (): { bytes: number; count: number | undefined } => {
    const info = byte() & 0x1f;
    if (info < 24) return { bytes: 1, count: info };
    if (info === 31) return { bytes: 1, count: undefined };
    const width = 2 ** (info - 24);
    if (width > 8 || at + 1 + width > payload.length) throw new Error('cut short');
    const count =
      width === 8 ? Number(payload.readBigUInt64BE(at + 1)) : payload.readUIntBE(at + 1, width as 1 | 2 | 4);
    return { bytes: 1 + width, count };
  };
  const pieces = (major: number) => {
    const from = parts.length;
    at += 1;
    while (byte() !== BREAK) {
      const { bytes, count } = head();
      if (byte() >> 5 !== major || count === undefined) throw new Error('a piece of another kind');
      at += bytes;
      copy(count);
    }
    at += 1;
    const size = parts.slice(from).reduce((sum, part) => sum + part.length, 0);
    const whole = Buffer.alloc(5);
    whole[0] = (major << 5) | 26;
    whole.writeUInt32BE(size, 1);
    parts.splice(from, 0, whole);
  };
  const item = (depth: number) => {
    if (depth > MAX_DEPTH) throw new Error('too deep');
    const major = byte() >> 5;
    const { bytes, count } = head();
    if ((major === 2 || major === 3) && count === undefined) return pieces(major);
    copy(bytes);
    if (major === 2 || major === 3) copy(count ?? 0);
    if (major < 4 || major === 7) return;
    const items = major === 6 ? 1 : (count ?? 0) * (major === 5 ? 2 : 1);
    for (let index = 0; index < items; index += 1) item(depth + 1);
    if (count !== undefined) return;
    while (byte() !== BREAK) item(depth + 1);
    copy(1);
  };
  item(0);
  if (at < payload.length) copy(payload.length - at);
  return Buffer.concat(parts);
}
