import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Finds a program that the tests need. If it is missing, installs it, if run as root on Debian or Ubuntu.
 *
 * @param {object} wanted
 * @param {string} wanted.variable environment variable with its path
 * @param {string[]} wanted.names commands to look for on the PATH; CI installs the first even if another one is found
 * @param {string[]} wanted.debianPackages packages to try in this order
 * @returns {Promise<string>} its path
 * @throws Error that names what to install
 */
async function findOrInstall({ variable, names, debianPackages }) {
  const found = find(variable, names);
  if (found && (!process.env.CI || found === process.env[variable] || which(names[0]))) return found;
  if (process.getuid?.() === 0 && which('apt-get')) {
    await run('apt-get', ['update', '-q']);
    for (const debianPackage of debianPackages) {
      console.log(`Installing ${debianPackage}…`);
      await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', debianPackage], {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      });
      const installed = find(variable, names);
      if (installed) return installed;
    }
  }
  if (found) return found;
  throw new Error(`Found none of ${names.join(', ')}: install one, or set ${variable} to its path.`);
}

export const findChromium = () =>
  findOrInstall({
    variable: 'CHROMIUM_PATH',
    // The headless build is 20 % faster, and results do not differ.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium-headless-shell', 'chromium'],
  });

/** For the tests of DIRECT_DATABASE_URL. */
export const findPgBouncer = () =>
  findOrInstall({ variable: 'PGBOUNCER_PATH', names: ['pgbouncer'], debianPackages: ['pgbouncer'] });

export const findRedis = () =>
  findOrInstall({ variable: 'REDIS_SERVER_PATH', names: ['redis-server'], debianPackages: ['redis-server'] });

function find(variable, names) {
  const named = process.env[variable];
  if (named && existsSync(named)) return named;
  return names.map(which).find((path) => path !== undefined);
}

function which(name) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  return spawnSync(finder, [name], { encoding: 'utf8' }).stdout?.split(/\r?\n/)[0] || undefined;
}
