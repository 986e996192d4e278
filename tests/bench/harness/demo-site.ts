import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../../harness/api-process';
import { startWeb } from './web';

export interface DemoSite {
  web: ServerProcess;
  api: ServerProcess;
  headers: { authorization: string; cookie: string };
  logIn(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Kept between runs, because creating the demo content takes a minute or two. */
const dataDir = path.join(tmpdir(), 'creator-platform-bench-demo');

export async function startDemoSite(): Promise<DemoSite> {
  await buildApiBundle();
  const [apiPort, webPort] = [String(await findFreePort()), String(await findFreePort())];
  const api = await startApi({ DATA_DIR: dataDir, API_PORT: apiPort, PORT: webPort, DEMO: '1' }, 600_000);
  const web = await startWeb({ apiPort, webPort });
  const logIn = async (email: string) => {
    const reply = await fetch(`${api.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'demo-password' }),
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    return data.token;
  };
  const token = await logIn('fan@demo.test');
  return {
    web,
    api,
    headers: { authorization: token, cookie: `token=${token}` },
    logIn,
    async stop() {
      await Promise.all([web.stop(), api.stop()]);
    },
  };
}
