/**
 * Completes package-lock.json and that of tools/: `node scripts/lock.mjs` adds missing entries, `--check` only lists them.
 *
 * npm locks native packages (`optionalDependencies`) only for the platforms that its registry offered when the lock was made.
 * `npm ci` rejects such a lock, and other platforms would lack the package (npm/cli#4828).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/run.mjs';

const isCheck = process.argv.includes('--check');
const isWrong = ['package-lock.json', 'tools/package-lock.json'].map(isCheck ? check : complete).includes(true);
if (isCheck && isWrong) console.error('Run `node scripts/lock.mjs` to fix it.');
process.exit(isCheck && isWrong ? 1 : 0);

function check(name) {
  const { absent, hosts } = read(name);
  for (const part of absent) console.error(`${name} has no entry for ${part.name}.`);
  for (const place of hosts) console.error(`${name} contains a registry URL for ${place}.`);
  return absent.length + hosts.length > 0;
}

function complete(name) {
  const { lock, absent, hosts } = read(name);
  for (const part of absent) lock.packages[`node_modules/${part.name}`] = toEntry(part);
  for (const place of hosts) delete lock.packages[place].resolved;
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([left], [right]) => left.localeCompare(right, 'en')),
  );
  writeFileSync(path.join(root, name), `${JSON.stringify(lock, undefined, 2)}\n`);
  console.log(`${name}: added ${absent.length} entries and removed ${hosts.length} registry URLs.`);
  return absent.length + hosts.length > 0;
}

function read(name) {
  const lock = JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  const hosts = Object.keys(lock.packages).filter((place) => lock.packages[place].resolved !== undefined);
  return { lock, hosts, absent: findAbsent(lock.packages) };
}

/** Finds optional dependencies without an entry. @returns `{ name, version, isDev }` */
function findAbsent(packages) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isHeld(packages, place, name))
      .map(([name, version]) => ({ name, version, isDev: dev === true })),
  );
}

/** True if Node.js would resolve `name` from `place`: in its own folder or in one above. */
function isHeld(packages, place, name) {
  const folder = place === '' ? '' : `${place}/`;
  if (`${folder}node_modules/${name}` in packages) return true;
  return place !== '' && isHeld(packages, place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1)), name);
}

/**
 * Derives a lock entry from the package's name, which by convention ends in system, processor and C library.
 *
 * @throws Error for other names and for version ranges; npm itself must lock such a package
 */
function toEntry({ name, version, isDev }) {
  const [, os, cpu, abi] =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/.exec(
      name,
    ) ?? [];
  if (!os || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
    throw new Error(
      `${name}@${version}: its name contains no known platform, or its version is a range. Lock it with npm.`,
    );
  const libc = { gnu: 'glibc', musl: 'musl' }[abi];
  return {
    version,
    cpu: [cpu],
    ...(isDev && { dev: true }),
    ...(os === 'linux' && libc && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}
