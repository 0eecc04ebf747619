const BREAK = 0xff;
const MAX_DEPTH = 20;

/** Major types of CBOR (RFC 8949, section 3.1) that matter here. */
const MAJOR = { bytes: 2, text: 3, map: 5, tag: 6, simple: 7 } as const;
const isString = (major: number) => major === MAJOR.bytes || major === MAJOR.text;
const isContainer = (major: number) => major > MAJOR.text && major < MAJOR.simple;

/** Length in bytes of an item's head, and its count; no count for an item of indefinite length. */
interface Head {
  readonly bytes: number;
  readonly count: number | undefined;
}

/**
 * The same CBOR with every chunked text and byte string (RFC 8949, section 3.2.3) joined: streaming encoders
 * write them, but cbor-x cannot read them. Throws when the input is cut short.
 */
export function joinChunks(payload: Buffer): Buffer {
  const joiner = new Joiner(payload);
  joiner.item(0);
  return joiner.rest();
}

/** Copies items, starting at a cursor. */
class Joiner {
  private readonly parts: Buffer[] = [];
  private at = 0;
  private readonly payload: Buffer;

  constructor(payload: Buffer) {
    this.payload = payload;
  }

  item(depth: number): void {
    if (depth > MAX_DEPTH) throw new Error('too deep');
    const major = this.byte() >> 5;
    const { bytes, count } = this.head();
    if (isString(major) && count === undefined) {
      this.pieces(major);
      return;
    }
    this.copy(bytes);
    if (isString(major)) this.copy(count ?? 0);
    else if (isContainer(major)) this.content(major, count, depth);
  }

  /** What was copied, followed by the unchanged rest. */
  rest(): Buffer {
    if (this.at < this.payload.length) this.copy(this.payload.length - this.at);
    return Buffer.concat(this.parts);
  }

  private byte(): number {
    const value = this.payload[this.at];
    if (value === undefined) throw new Error('cut short');
    return value;
  }

  private copy(bytes: number): void {
    if (this.at + bytes > this.payload.length) throw new Error('cut short');
    this.parts.push(this.payload.subarray(this.at, this.at + bytes));
    this.at += bytes;
  }

  private head(): Head {
    const { payload, at } = this;
    const info = this.byte() & 0x1f;
    if (info < 24) return { bytes: 1, count: info };
    if (info === 31) return { bytes: 1, count: undefined };
    const width = 2 ** (info - 24);
    if (width > 8 || at + 1 + width > payload.length) throw new Error('cut short');
    const count =
      width === 8 ? Number(payload.readBigUInt64BE(at + 1)) : payload.readUIntBE(at + 1, width as 1 | 2 | 4);
    return { bytes: 1 + width, count };
  }

  /** Joins the chunks of a string under one head. */
  private pieces(major: number): void {
    const from = this.parts.length;
    this.at += 1;
    while (this.byte() !== BREAK) {
      const { bytes, count } = this.head();
      if (this.byte() >> 5 !== major || count === undefined) throw new Error('a piece of another kind');
      this.at += bytes;
      this.copy(count);
    }
    this.at += 1;
    const size = this.parts.slice(from).reduce((sum, part) => sum + part.length, 0);
    const whole = Buffer.alloc(5);
    whole[0] = (major << 5) | 26;
    whole.writeUInt32BE(size, 1);
    this.parts.splice(from, 0, whole);
  }

  /** Copies the items of an array, a map or a tag. */
  private content(major: number, count: number | undefined, depth: number): void {
    const perCount = major === MAJOR.map ? 2 : 1;
    const items = major === MAJOR.tag ? 1 : (count ?? 0) * perCount;
    for (let index = 0; index < items; index += 1) this.item(depth + 1);
    if (count !== undefined) return;
    while (this.byte() !== BREAK) this.item(depth + 1);
    this.copy(1);
  }
}
