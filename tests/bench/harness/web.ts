import { startServer, type ServerProcess } from '../../harness/api-process';

export async function startWeb({ apiPort, webPort }: { apiPort: string; webPort: string }): Promise<ServerProcess> {
  const { buildWeb } = (await import(`../../../scripts/lib/build.mjs`)) as { buildWeb(): Promise<void> };
  const { webArgs } = (await import(`../../../scripts/lib/processes.mjs`)) as { webArgs(port: string): string[] };
  await buildWeb();
  return startServer({
    args: webArgs(webPort),
    env: { API_PORT: apiPort, PORT: webPort, NEXT_DIST_DIR: process.env.NEXT_DIST_DIR ?? '' },
    url: `http://localhost:${webPort}`,
    readyPath: '/',
    patienceMs: 60_000,
  });
}
