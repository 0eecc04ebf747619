import type { Client } from 'aedes';

interface Parser {
  packet: { cmd: string; length: number };
  _list: { readonly length: number; consume(bytes: number): unknown };
  _parseHeader(): boolean;
  _parseLength(): boolean;
  _emitError(error: Error): boolean;
}

/**
 * Limits the memory for a packet to `maxBytes`. A longer message is cut there and its rest is skipped: the
 * remainder is too long for any message, so it is set aside and acknowledged, and the box does not send it
 * for ever. Any other packet is refused by the length in its header. aedes has no such limit; this uses
 * internals of the parser of mqtt-packet, whose version is pinned and whose behaviour is tested.
 */
export function capPackets(client: Client, maxBytes: number): void {
  const parser = (client as unknown as { _parser: Parser })._parser;
  const { _parseHeader: parseHeader, _parseLength: parseLength } = parser;
  let passing = 0;
  parser._parseHeader = function afterRest(this: Parser) {
    const gone = Math.min(passing, this._list.length);
    if (gone > 0) this._list.consume(gone);
    passing -= gone;
    return this._list.length > 0 && parseHeader.call(this);
  };
  parser._parseLength = function capped(this: Parser) {
    const known = parseLength.call(this);
    if (!known || this.packet.length <= maxBytes) return known;
    if (this.packet.cmd !== 'publish') return this._emitError(new Error('packet too large'));
    passing = this.packet.length - maxBytes;
    this.packet.length = maxBytes;
    return known;
  };
}
