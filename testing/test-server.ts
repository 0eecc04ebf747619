import { afterAll } from 'vitest';
import { startTestServer, type TestOptions, type TestServer } from './start-test-server.ts';

/** The server of a test file, stopped after its last test. */
export async function testServer(options?: TestOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.stop());
  return server;
}
