import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runQuietly } from './run.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** None of the dependencies needs its install script. */
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** @throws Error if npm fails */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const lock = path.join(root, 'package-lock.json');
  const before = readFileSync(lock);
  // Not `npm ci`, which deletes node_modules first.
  const isDone = (await runQuietly(npm, ['install', ...quietly])) === 0;
  writeFileSync(lock, before);
  if (!isDone) throw new Error('npm install failed.');
}

/** Compares npm's record in node_modules with the lock file. Packages for other platforms may be missing. */
function isInstalled() {
  const note = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = readPackages(note);
  return Object.entries(readPackages(path.join(root, 'package-lock.json'))).every(
    ([name, { version, optional, link }]) =>
      name === '' || link || (name in installed ? installed[name].version === version : optional),
  );
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
