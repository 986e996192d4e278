/**
 * Writes docs/sbom.cdx.json, the software bill of materials in CycloneDX's JSON: npm's own, with the works inside of packages
 * and the facts of this project. It has no time and no random number, so that it changes only with the dependencies. `--check`
 * compares the list of packages, which does not depend on the version of npm.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundledWorks } from './lib/bundled-works.mjs';
import { root } from './lib/run.mjs';
import { listPackages } from './lib/third-party.mjs';

const FILE = 'docs/sbom.cdx.json';
const packages = listPackages();
const licences = new Map(packages.map(({ name, version, licence }) => [`${name}@${version}`, licence]));

if (process.argv.includes('--check')) {
  const place = path.join(root, FILE);
  const listed = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')).components : [];
  const known = new Set(listed.map((one) => one['bom-ref']));
  const isMissing = [...licences.keys()].filter((id) => !known.has(id));
  const isOver = listed.filter((one) => one.purl !== undefined && !licences.has(one['bom-ref']));
  if (isMissing.length + isOver.length > 0) {
    console.error(`${FILE} is not up to date: run \`npm run sbom\`.`);
    process.exit(1);
  }
} else {
  const bom = describe(askNpm());
  writeFileSync(path.join(root, FILE), print(bom));
  console.log(`${FILE}: ${bom.components.length} components.`);
}

/**
 * With `--omit dev` npm leaves out packages that development needs too, such as React, and without it refuses our overrides for
 * tools. So it gets a lock that has only what production needs.
 */
function askNpm() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  try {
    const { devDependencies: _dev, overrides, ...own } = readJson('package.json');
    own.overrides = Object.fromEntries(
      Object.entries(overrides).filter(([name]) => packages.some((one) => one.name === name)),
    );
    const lock = readJson('package-lock.json');
    const { devDependencies: _lockDev, ...first } = lock.packages[''];
    const kept = Object.entries(lock.packages).filter(
      ([place, entry]) => place !== '' && !entry.dev && !entry.devOptional,
    );
    lock.packages = { '': first, ...Object.fromEntries(kept) };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    const isWindows = process.platform === 'win32';
    return JSON.parse(
      execFileSync('npm', args, { cwd: folder, maxBuffer: 2 ** 28, encoding: 'utf8', shell: isWindows }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function describe(bom) {
  const { name, version, description } = readJson('package.json');
  const { component } = bom.metadata;
  const own = { ...component, name, version, description };
  const listed = bom.components.map((one) => ({ ...one, licenses: toLicences(licences.get(one['bom-ref']), one) }));
  const components = [...listed, ...bundledWorks.map(toComponent)];
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const id = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  const tools = [{ vendor: 'npm', name: 'cli' }, { name: 'scripts/sbom.mjs' }];
  return {
    ...bom,
    serialNumber: `urn:uuid:${id.join('-')}`,
    metadata: { lifecycles: bom.metadata.lifecycles, tools, component: own },
    components,
  };
}

function toLicences(licence, { licenses }) {
  if (licence === undefined) return licenses;
  if (/ (AND|OR) /.test(licence)) return [{ expression: licence }];
  return [{ license: licence === 'Bitstream-Vera' ? { name: licence } : { id: licence } }];
}

function toComponent({ name, inside, use, licence, url }) {
  return {
    'bom-ref': `bundled:${name}`,
    type: 'library',
    name,
    description: use,
    licenses: licence.split(', ').map((one) => ({ license: { name: one } })),
    externalReferences: [{ type: 'website', url }],
    properties: [{ name: 'inside', value: inside }],
  };
}

/** One component and one dependency a line. */
function print({ components, dependencies, ...rest }) {
  const lines = (list) => `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  const head = JSON.stringify(rest, undefined, 2).replace(/\n\}$/, '');
  return `${head},\n  "components": ${lines(components)},\n  "dependencies": ${lines(dependencies)}\n}\n`;
}
