import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../tests/harness/api-process';
import { expect, test } from './fixtures';

const root = path.join(import.meta.dirname, '..');

interface LockEntry {
  dev?: boolean;
  devOptional?: boolean;
}

/** Where `npm prune --omit=dev` leaves packages. */
function listProductionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const places = Object.entries(packages).filter(([place, { dev, devOptional }]) => place && !dev && !devOptional);
  return places.map(([place]) => place).filter((place) => existsSync(path.join(root, place)));
}

/** Copies without copying bytes, since the packages are large. Nested packages are entries of their own. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkFolder(source, target);
    } else if (entry.isFile()) linkSync(source, target);
  }
}

/** The sources of the last stage's COPY lines, below `/app`. */
function listCopied(): string[] {
  const [, lastStage = ''] = readFileSync(path.join(root, 'Dockerfile'), 'utf8').split(/^FROM .*(?<!AS build)$/m);
  const lines = [...lastStage.matchAll(/^COPY --from=build (.+) \S+$/gm)];
  return lines.flatMap(([, sources = '']) => sources.split(' ')).map((source) => source.replace('/app/', ''));
}

function measureFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? measureFolder(place) : statSync(place).size);
  }, 0);
}

test('the files of the image serve the site in an empty folder', async ({ page }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(path.join(root, 'test-results/image-'));
  const data = mkdtempSync(path.join(tmpdir(), 'image-data-'));
  try {
    const copied = listCopied();
    expect(copied).toContain('node_modules');
    for (const name of copied.filter((one) => one !== 'node_modules')) {
      const from = path.join(root, name);
      if (statSync(from).isDirectory()) linkFolder(from, path.join(folder, name));
      else cpSync(from, path.join(folder, name));
    }
    rmSync(path.join(folder, '.next/cache'), { recursive: true, force: true });
    for (const place of listProductionPackages())
      if (!place.includes('@next/swc-')) linkFolder(path.join(root, place), path.join(folder, place));
    test.info().annotations.push({
      type: 'megabytes of the image besides Node.js',
      description: String(Math.round(measureFolder(folder) / 1e6)),
    });
    const [webPort, apiPort] = [String(await findFreePort()), String(await findFreePort())];
    const env = {
      PATH: process.env.PATH,
      HOME: data,
      PORT: webPort,
      API_PORT: apiPort,
      DATA_DIR: data,
      NODE_ENV: 'production' as const,
    };
    const site = spawn(process.execPath, ['scripts/start.mjs', '--built'], { cwd: folder, env, stdio: 'ignore' });
    const ended = once(site, 'exit');
    try {
      const isHealthy = () => spawnSync(process.execPath, ['scripts/health.mjs'], { cwd: folder, env }).status === 0;
      await expect.poll(isHealthy, { timeout: 200_000, intervals: [2_000] }).toBe(true);
      await page.goto(`http://localhost:${webPort}/creator`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find someone to follow');
    } finally {
      site.kill('SIGTERM');
      await ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(data, { recursive: true, force: true });
  }
});
