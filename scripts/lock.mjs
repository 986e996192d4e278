/**
 * Completes package-lock.json: `node scripts/lock.mjs` adds missing entries, `--check` only lists them.
 *
 * npm locks native packages (`optionalDependencies`) only for the platforms that its registry offered when the lock was made.
 * `npm ci` rejects such a lock, and other platforms would lack the package (npm/cli#4828).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/run.mjs';

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

const isCheck = process.argv.includes('--check');
const absent = findAbsent(lock.packages);
const hosts = Object.keys(lock.packages).filter((place) => lock.packages[place].resolved !== undefined);

if (isCheck) {
  for (const { name } of absent) console.error(`package-lock.json has no entry for ${name}.`);
  for (const place of hosts) console.error(`package-lock.json contains a registry URL for ${place}.`);
  if (absent.length + hosts.length > 0) console.error('Run `node scripts/lock.mjs` to fix it.');
  process.exit(absent.length + hosts.length > 0 ? 1 : 0);
}

for (const part of absent) lock.packages[`node_modules/${part.name}`] = toEntry(part);
for (const place of hosts) delete lock.packages[place].resolved;
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([left], [right]) => left.localeCompare(right, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`Added ${absent.length} entries and removed ${hosts.length} registry URLs.`);

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
