import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.resolve('tools/package.json'));

/** @param name of a package in `tools/package.json`. @throws Error if it is not installed: `scripts/lib/install.mjs` */
export const importTool = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(require.resolve(name)).href)) as T;
