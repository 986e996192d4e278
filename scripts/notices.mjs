/**
 * Writes what the site owes to the works of others: NOTICES.md, the data of the page /licences, and all texts in
 * public/third-party-licences.txt. `--check` only compares, and refuses licences that nobody has looked at.
 *
 * The list comes from the lock and is the same on every machine. Texts come from node_modules, so that those of packages for
 * other platforms are missing: they repeat their main package's.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundledWorks } from './lib/bundled-works.mjs';
import { root } from './lib/run.mjs';
import { findUnknownLicences, listPackages, readTexts } from './lib/third-party.mjs';

const DATA_FILE = 'src/screens/site/licences/third-party.json';
const TEXT_FILE = 'public/third-party-licences.txt';
const RULE = '='.repeat(80);

const packages = listPackages();
const problems = findUnknownLicences(packages).map((line) => `Nobody has looked at the licence of ${line}.`);
for (const { inside } of bundledWorks)
  for (const name of inside.split(', '))
    if (!packages.some((one) => one.name === name))
      problems.push(`${name} is named in bundled-works.mjs, but not used.`);

const files = { [DATA_FILE]: writeData(), 'NOTICES.md': writeNotices() };
const texts = collectTexts();
if (process.argv.includes('--check')) {
  for (const [file, text] of Object.entries(files))
    if (read(file) !== text) problems.push(`${file} is not up to date.`);
  const shown = read(TEXT_FILE);
  for (const [text, names] of texts)
    if (!shown.includes(text)) problems.push(`${TEXT_FILE} lacks the text of ${names.join(', ')}.`);
  if (problems.length > 0) console.error([...problems, 'Run `npm run notices` to write these files.'].join('\n'));
  process.exit(problems.length > 0 ? 1 : 0);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
for (const [file, text] of Object.entries({ ...files, [TEXT_FILE]: writeTexts() }))
  writeFileSync(path.join(root, file), text);
console.log(`${packages.length} packages, ${texts.size} texts, ${bundledWorks.length} bundled works.`);

function read(file) {
  const place = path.join(root, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}

/** Packages by licence; a name with several versions stands once. One package a line, so that changes are easy to read. */
function writeData() {
  const byLicence = group(packages);
  const lists = [...byLicence]
    .toSorted(([one, few], [other, many]) => many.length - few.length || (one < other ? -1 : 1))
    .map(([licence, members]) => ({ licence, packages: listNames(members) }));
  const works = bundledWorks.map(({ texts: _texts, ...work }) => work);
  return `${JSON.stringify({ works, lists }, undefined, 1)}\n`;
}

function group(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.licence, [...(groups.get(one.licence) ?? []), one]);
  return groups;
}

function listNames(members) {
  const versions = new Map();
  for (const { name, version } of members) versions.set(name, [...(versions.get(name) ?? []), version]);
  return [...versions].map(([name, all]) => `${name} ${all.join(', ')}`);
}

function writeNotices() {
  const rows = bundledWorks.map(
    ({ name, inside, use, licence, url, note }) =>
      `| [${name}](${url}) | \`${inside.replaceAll(', ', '`, `')}\` | ${use}${note ? `. ${note}` : ''} | ${licence} |`,
  );
  return `# Notices

This project is under the MIT License (\`LICENSE\`). It uses ${packages.length} npm packages under their own licences: the page \`/licences\`
of a site lists them, \`${TEXT_FILE}\` has their texts, and \`docs/sbom.cdx.json\` lists them for machines (CycloneDX).
\`npm run notices\` and \`npm run sbom\` write these files; \`npm run check\` refuses stale ones, and licences that nobody has looked at.

These works are inside of a package, are the data of one, or ask for a notice:

| Work | Package | Use | Licence |
|---|---|---|---|
${rows.join('\n')}

npm installs all of them unchanged, and they are loaded at run time; each can be replaced by another build of the same version.
`;
}

/** @returns {Map<string, string[]>} the packages of each text */
function collectTexts() {
  const found = new Map();
  for (const one of packages)
    for (const text of readTexts(one)) found.set(text, [...(found.get(text) ?? []), `${one.name} ${one.version}`]);
  return found;
}

function writeTexts() {
  const names = [...new Set(bundledWorks.flatMap((work) => work.texts ?? []))].toSorted();
  const works = bundledWorks.map(({ name, inside, licence, url, note }) =>
    [`${name} (inside of ${inside})`, `Licence: ${licence}`, url, note].filter(Boolean).join('\n'),
  );
  const shown = [...texts].map(([text, owners]) => `${owners.join(', ')}\n${'-'.repeat(80)}\n${text}`);
  const whole = names.map((name) => `${name}\n${'-'.repeat(80)}\n${read(`packaging/licences/${name}.txt`).trim()}`);
  return ['Licences of the works that this site uses', ...works, ...shown, ...whole].join(`\n\n${RULE}\n`) + '\n';
}
