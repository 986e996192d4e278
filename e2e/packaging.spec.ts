import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../tests/harness/api-process';
import { expect, test } from './fixtures';

const root = path.join(import.meta.dirname, '..');

interface LockEntry {
  dev?: boolean;
  devOptional?: boolean;
}

/** Compilers and types, which only builds need. */
const builders = /^node_modules\/(@next\/swc-|@?esbuild(\/|$)|@?typescript(\/|$)|@types\/)/;

/** Removes what `npm ci --omit=dev` does not install, and what only builds need, as the Dockerfile does. */
function pruneDevelopment(folder: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const isGone = ([place, { dev, devOptional }]: [string, LockEntry]) =>
    place !== '' && (dev === true || devOptional === true || builders.test(place));
  for (const [place] of Object.entries(packages).filter(isGone))
    rmSync(path.join(folder, place), { recursive: true, force: true });
}

/** Copies with hard links, because the packages are large. */
function copyLinked(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  expect(spawnSync('cp', ['-al', from, to]).status).toBe(0);
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
    if (entry.isDirectory()) return sum + measureFolder(place);
    return entry.isFile() ? sum + statSync(place).size : sum;
  }, 0);
}

test('the files of the image serve the site in an empty folder', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(path.join(root, 'test-results/image-'));
  // Run by root, the database drops its rights, and must still reach its program.
  chmodSync(folder, 0o755);
  const data = mkdtempSync(path.join(tmpdir(), 'image-data-'));
  try {
    const copied = listCopied();
    expect(copied).toContain('node_modules');
    for (const name of copied) copyLinked(path.join(root, name), path.join(folder, name));
    pruneDevelopment(folder);
    rmSync(path.join(folder, '.next/cache'), { recursive: true, force: true });
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
    const log = openSync(path.join(data, 'site.log'), 'w');
    const site = spawn(process.execPath, ['scripts/start.mjs', '--built'], {
      cwd: folder,
      env,
      stdio: ['ignore', log, log],
    });
    const ended = once(site, 'exit');
    try {
      const isHealthy = () => spawnSync(process.execPath, ['scripts/health.mjs'], { cwd: folder, env }).status === 0;
      await expect
        .poll(() => site.exitCode !== null || isHealthy(), { timeout: 120_000, intervals: [2_000] })
        .toBe(true);
      expect(site.exitCode).toBeNull();
      await page.goto(`http://localhost:${webPort}/creator`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find someone to follow');
      // An open page would ask the stopped API for news.
      await page.goto('about:blank');
    } catch (error) {
      throw new Error(readFileSync(path.join(data, 'site.log'), 'utf8'), { cause: error });
    } finally {
      site.kill('SIGTERM');
      await ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(data, { recursive: true, force: true });
  }
});
