import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const ALIASES = [
  ['@contract/', 'src/contract/'],
  ['@server/', 'server/'],
  ['@/', 'src/'],
];

/**
 * @typedef {object} Import
 * @property {string} target path from the root without extension (`src/lib/dates`), or the package as written (`react`)
 * @property {boolean} isLocal true for files of this repository
 * @property {boolean} isTypeOnly true if the import does not exist at run time
 * @property {boolean} isLate true for dynamic imports
 */

/** @param {string} file path from the root, with `/` @returns {Import[]} */
export function readImports(file, source) {
  const { module } = parseSync(file, source);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isTypeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.moduleRequest)
    .map((entry) => ({ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType }));
  const dynamic = module.dynamicImports
    .map(
      ({ moduleRequest }) => /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1],
    )
    .filter((specifier) => specifier !== undefined)
    .map((specifier) => ({ specifier, isTypeOnly: false, isLate: true }));
  return [...statics, ...exported, ...dynamic].map(({ specifier, isTypeOnly, isLate = false }) => ({
    ...locate(file, specifier),
    isTypeOnly,
    isLate,
  }));
}

function locate(file, specifier) {
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  if (alias) return { target: path.posix.normalize(alias[1] + specifier.slice(alias[0].length)), isLocal: true };
  if (!specifier.startsWith('.')) return { target: specifier, isLocal: false };
  return { target: path.posix.join(path.posix.dirname(file), specifier), isLocal: true };
}

export function listSources(root, folders) {
  return folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.(ts|tsx|mjs|js)$/.test(file));
}

export const readSource = (root, file) => readFileSync(path.join(root, file), 'utf8');
