import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Finds a program the tests need, and as root on Debian or Ubuntu installs it when it is missing.
 *
 * @param {object} wanted
 * @param {string} wanted.variable environment variable that names it outright
 * @param {string[]} wanted.names commands to look for on the PATH; in CI the first is installed even where another is found
 * @param {string[]} wanted.debianPackages the one to install; the next where that is unknown
 * @returns {Promise<string>} its path
 * @throws Error that says what to install.
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
  throw new Error(`Install one of the commands ${names.join(', ')}, or name one by ${variable}.`);
}

/** The browser of journeys and benchmarks, as `findOrInstall` finds it. */
export const findChromium = () =>
  findOrInstall({
    variable: 'CHROMIUM_PATH',
    // The build without windows is a fifth quicker; what is tried holds for the others too.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium-headless-shell', 'chromium'],
  });

function find(variable, names) {
  const named = process.env[variable];
  if (named && existsSync(named)) return named;
  return names.map(which).find((path) => path !== undefined);
}

/** The path of a command, or `undefined`. */
function which(name) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  return spawnSync(finder, [name], { encoding: 'utf8' }).stdout?.split(/\r?\n/)[0] || undefined;
}
