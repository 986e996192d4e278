import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../../server/db/embedded-postgres';
import { runMigrations } from '../../../server/db/migrate';
import { buildApiBundle, findFreePort, startApi, startServer, type ServerProcess } from '../../harness/api-process';
import { buildTestApp, type TestApp } from '../../harness/build-test-app';

/** A production API with an empty database of its own, and a test app on that database to create accounts with. */
export interface BenchApi {
  api: ServerProcess;
  app: TestApp;
  dataDir: string;
  databaseUrl: string;
  startBare(body: string): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/** Uses the embedded database with its normal settings, in which an acknowledged write is on disk. */
export async function startBenchApi(env: Record<string, string> = {}): Promise<BenchApi> {
  await buildApiBundle();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await runMigrations(postgres.url());
  const app = await buildTestApp({}, { databaseUrl: postgres.url() });
  const api = await startApi({ ...env, DATA_DIR: dataDir });
  const bare: ServerProcess[] = [];
  return {
    api,
    app,
    dataDir,
    databaseUrl: postgres.url(),
    async startBare(body) {
      const bodyFile = path.join(dataDir, 'body');
      await writeFile(bodyFile, body);
      const port = String(await findFreePort());
      const server = await startServer({
        args: ['--import', 'tsx', 'tests/bench/harness/bare-server.ts'],
        env: { PORT: port, BODY_FILE: bodyFile },
        url: `http://127.0.0.1:${port}`,
        readyPath: '/bytes',
        patienceMs: 30_000,
      });
      bare.push(server);
      return server;
    },
    async stop() {
      await Promise.all([api, ...bare].map((server) => server.stop()));
      await app.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
