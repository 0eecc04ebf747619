import { startTestCluster, TEST_CLUSTER_VARIABLE } from './fresh-database.ts';
import { yourDatabase } from './your-database.ts';

/** Starts one PostgreSQL for all test projects that use the server, and stops it after the tests. */
export default async function setup(): Promise<() => Promise<void>> {
  if (yourDatabase() !== undefined || process.env[TEST_CLUSTER_VARIABLE] !== undefined)
    return async () => undefined;
  const cluster = await startTestCluster();
  process.env[TEST_CLUSTER_VARIABLE] = cluster.url;
  return async () => {
    delete process.env[TEST_CLUSTER_VARIABLE];
    await cluster.stop();
  };
}
