import { describe, expect, it } from 'vitest';
import { hostsOf, oneAddress } from './hosts.ts';

describe('an address', () => {
  it('with one host stays as it is', () => {
    for (const address of [
      'postgres://me:secret@host:5433/rail?sslmode=require',
      'postgres://me@localhost/rail?host=/run/postgresql',
      'postgres:///rail',
    ]) {
      expect(oneAddress(address)).toBe(address);
      expect(hostsOf(address)).toEqual([]);
    }
  });
  it('with several is one that every reader takes, and names them all', () => {
    const address = oneAddress(
      'postgres://me:s%40cret@one.example:5432,10.0.0.2,[fd00::3]:5434/rail?sslmode=require&target_session_attrs=read-write',
    );
    const url = new URL(address ?? '');
    expect([url.username, url.password, url.host, url.pathname]).toEqual([
      'me',
      's%40cret',
      'one.example:5432',
      '/rail',
    ]);
    expect(url.searchParams.get('sslmode')).toBe('require');
    expect(url.searchParams.get('target_session_attrs')).toBeNull();
    expect(hostsOf(address ?? '')).toEqual([
      { host: 'one.example', port: 5432 },
      { host: '10.0.0.2', port: 5432 },
      { host: 'fd00::3', port: 5434 },
    ]);
  });
  it.each([
    'postgres://me@one,/rail',
    'postgres://me@one:port,two/rail',
    'postgres://me@one,two/rail?target_session_attrs=standby',
    'postgres://me@one/rail?target_session_attrs=read-only',
    'mysql://me@one,two/rail',
    'rail',
  ])('is refused: %s', (address) => expect(oneAddress(address)).toBeUndefined());
});
