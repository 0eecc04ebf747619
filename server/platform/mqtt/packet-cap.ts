import type { Client } from 'aedes';

interface Parser {
  packet: { length: number };
  _parseLength(): boolean;
  _emitError(error: Error): boolean;
}

/**
 * Refuses a packet by the length its header announces, before a byte of it is kept. aedes has no such
 * cap; this reaches into the parser of mqtt-packet, whose version is pinned and whose refusal is tested.
 */
export function capPackets(client: Client, maxBytes: number): void {
  const parser = (client as unknown as { _parser: Parser })._parser;
  const parseLength = parser._parseLength;
  parser._parseLength = function capped(this: Parser) {
    const known = parseLength.call(this);
    return known && this.packet.length > maxBytes ? this._emitError(new Error('packet too large')) : known;
  };
}
