import { profileNames, profiles, type ProfileName } from './profiles';
import { seed } from './seed';
import { startServer } from './server';
import { emptyWorld } from './world';

/*
 * Starts an in-memory backend for each API variant. Ports are given as `MOCK_API_PORTS=later:4001,older:4002,fork:4003`; the
 * ports of the web apps are in `MOCK_SITE_PORTS`.
 */
const getPorts = (variable: string): Map<string, number> =>
  new Map(
    (process.env[variable] ?? '').split(',').map((pair) => {
      const [name = '', port = ''] = pair.split(':');
      return [name, Number(port)];
    }),
  );

const apiPorts = getPorts('MOCK_API_PORTS');
const sitePorts = getPorts('MOCK_SITE_PORTS');

async function start(name: ProfileName): Promise<void> {
  const port = apiPorts.get(name);
  if (!port) return;
  const [url, siteUrl] = [`http://localhost:${port}`, `http://localhost:${sitePorts.get(name) ?? 3000}`];
  const world = emptyWorld({ profile: profiles[name], url, siteUrl });
  await seed(world);
  // Listens on IPv4 and IPv6, since `localhost` may resolve to either.
  await new Promise<void>((resolve) => startServer(world).listen(port, '::', resolve));
  console.log(`${name}: ${url}`);
}

await Promise.all(profileNames.map(start));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
