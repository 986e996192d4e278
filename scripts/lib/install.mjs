import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runQuietly } from './run.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** None of the dependencies needs its install script. */
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** Packages of some checks and of the benchmarks, which no other command needs. */
export const tools = path.join(root, 'tools');

/**
 * @param {{ isForServing?: boolean }} [options] without development packages, which take a third of the time: a build and a
 * running site need none. A folder that has some keeps them.
 * @throws Error if npm fails
 */
export const ensureInstalled = ({ isForServing = false } = {}) => install(root, isForServing);

/** @throws Error if npm fails */
export const ensureTools = () => install(tools, false);

async function install(folder, isForServing) {
  const lock = path.join(folder, 'package-lock.json');
  const wanted = Object.entries(readPackages(lock));
  const installed = readInstalled(folder);
  const isEnough = isForServing && !wanted.some(([name, { dev }]) => dev && name in installed);
  const needed = wanted.filter(([, { dev }]) => !(isEnough && dev));
  if (needed.every((entry) => isInstalled(entry, installed))) return;
  const before = readFileSync(lock);
  // Not `npm ci`, which deletes node_modules first.
  const args = ['install', '--prefix', folder, ...quietly, ...(isEnough ? ['--omit=dev'] : [])];
  const isDone = (await runQuietly(npm, args)) === 0;
  writeFileSync(lock, before);
  if (!isDone) throw new Error('npm install failed.');
}

/** Packages for other platforms may be missing. */
const isInstalled = ([name, { version, optional, link }], installed) =>
  name === '' || link || (name in installed ? installed[name].version === version : optional);

/** npm's record in node_modules. */
function readInstalled(folder) {
  const note = path.join(folder, 'node_modules', '.package-lock.json');
  return existsSync(note) ? readPackages(note) : {};
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
