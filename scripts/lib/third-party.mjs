import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Licences that the lock does not name in SPDX's words, or that only the text beside the package names. */
const STATED = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  'combine-errors': 'MIT',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'iso-3166-2': 'MIT',
  'png-js': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/**
 * Licences that a production package can have. AGPL and GPL are absent: a package under them decides about the licence of the
 * whole site. FFmpeg inside of node-av runs in a process of its own and is named among the bundled works.
 */
const ALLOWED = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 CC0-1.0 ISC LGPL-3.0 LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 Unicode-3.0 Unlicense Zlib Bitstream-Vera'.split(
    ' ',
  ),
);

const TEXT_FILE = /^(licen[cs]e|copying|notice|copyright|ofl)/i;

/**
 * Every production package of the lock, of all platforms, once for each version.
 *
 * @returns {{ name: string; version: string; licence: string; places: string[] }[]} sorted by name and version
 */
export function listPackages() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === '' || entry.dev || entry.devOptional) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const id = `${name}@${entry.version}`;
    const known = found.get(id);
    if (known) known.places.push(place);
    else found.set(id, { name, version: entry.version, licence: getLicence(name, entry), places: [place] });
  }
  return [...found.values()].toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

function getLicence(name, { license }) {
  // Compilers of Next.js for the platforms that the registry does not describe.
  if (name.startsWith('@next/swc-')) return 'MIT';
  const stated = STATED[name] ?? license ?? 'unknown';
  return stated.replace(/^MPL 2\.0$/, 'MPL-2.0').replace(/^\((.*)\)$/, '$1');
}

/** @returns {string[]} packages whose licence nobody has looked at yet, or that is not allowed */
export function findUnknownLicences(packages) {
  return packages
    .filter(({ licence }) => !licence.split(/ (?:AND|OR) /).every((part) => ALLOWED.has(part.replace(/[()]/g, ''))))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);
}

/** @returns {string[]} texts of an installed package; empty if it has none, or is for another platform */
export function readTexts({ places }) {
  const place = places.map((one) => path.join(root, one)).find((one) => existsSync(one));
  if (!place) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name) && !/\.(js|ts|json)$/.test(entry.name))
    .map((entry) => tidy(readFileSync(path.join(place, entry.name), 'utf8')))
    .filter((text) => text !== '')
    .toSorted((one, other) => (one < other ? -1 : 1));
}

const tidy = (text) =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
