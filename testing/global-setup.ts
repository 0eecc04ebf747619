import { startTestCluster, TEST_CLUSTER_VARIABLE } from './fresh-database.ts';
import { yourDatabase } from './your-database.ts';

/** Before the tests of the server: their PostgreSQL, one for all projects that ask. After them: it stops. */
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
