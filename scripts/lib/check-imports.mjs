import { doors, phrases, rooms, inDomains } from '../import-rules.mjs';
import { readImports } from './read-imports.mjs';

/**
 * Checks source files against `import-rules.mjs`. Test files may import anything.
 *
 * @param {Iterable<[file: string, source: string]>} sources paths from the root with `/`
 * @returns {string[]} one line per violation
 */
export function checkImports(sources) {
  const findings = [];
  const imported = new Map();
  for (const [file, source] of sources) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const name = file.replace(/\.\w+$/, '');
    const room = rooms.find((candidate) => isInside(name, candidate.room));
    if (!room) findings.push(`${file}: matches no layer of scripts/import-rules.mjs`);
    const imports = readImports(file, source);
    imported.set(name, [...new Set(imports.filter(({ isLocal }) => isLocal).map(({ target }) => target))]);
    if (room) findings.push(...imports.flatMap((one) => judgeImport(name, room, one, file)));
    findings.push(...judgeLate(file, imports));
    findings.push(...judgePhrases(file, name, source));
  }
  return [...findings, ...judgeCircles(imported)];
}

/**
 * Finds import cycles, even of types: files in a cycle cannot be read, moved or tested separately.
 *
 * @param {Map<string, string[]>} imported the files that each file imports, without extension
 */
function judgeCircles(imported) {
  const findings = [];
  const done = new Set();
  const visit = (name, way) => {
    const start = way.indexOf(name);
    if (start >= 0) return void findings.push(`import cycle: ${[...way.slice(start), name].join(' -> ')}`);
    if (done.has(name)) return;
    for (const target of imported.get(name) ?? imported.get(`${name}/index`) ?? []) visit(target, [...way, name]);
    done.add(name);
  };
  for (const name of imported.keys()) visit(name, []);
  return findings;
}

/** Finds modules that a file imports both statically and dynamically: the static import makes the dynamic one useless. */
function judgeLate(file, imports) {
  const late = new Set(imports.filter(({ isLate }) => isLate).map(({ target }) => target));
  return imports
    .filter(({ target, isLate, isTypeOnly }) => late.has(target) && !isLate && !isTypeOnly)
    .map(({ target }) => `${file}: ${target} is also imported dynamically here; import only its types`);
}

function judgeImport(name, room, { target, isLocal, isTypeOnly }, file) {
  const address = isLocal ? target : `npm:${target}`;
  const door = doors.find((candidate) => candidate.target === address);
  if (door && (door.isForTypes || !isTypeOnly) && !door.only.some((pattern) => isInside(name, pattern))) {
    return [`${file}: only ${door.only.join(', ')} may import ${target}`];
  }
  const tooEarly =
    isLocal &&
    inDomains.find(({ folder, domains }) => getDomain(name, folder, domains) < getDomain(target, folder, domains));
  if (tooEarly) return [`${file}: ${target} belongs to a later domain of ${tooEarly.folder}`];
  return isAllowed(name, room, address, isTypeOnly) ? [] : [`${file}: ${room.room} may not import ${target}`];
}

/** @returns the index of a file's domain; NaN, which is never less than another, outside of all domains */
function getDomain(name, folder, domains) {
  if (!name.startsWith(`${folder}/`)) return NaN;
  const place = domains.indexOf(name.slice(folder.length + 1).split('/')[0]);
  return place < 0 ? NaN : place;
}

function isAllowed(name, room, address, isTypeOnly) {
  const own = toPattern(room.room).exec(name)[0];
  if (isInside(address, own)) return true;
  if (room.never?.some((pattern) => isInside(address, pattern))) return false;
  if (address.startsWith('npm:node:')) return !room.isBrowser || isTypeOnly;
  return room.may.some((entry) =>
    entry.startsWith('type:') ? isTypeOnly && isInside(address, entry.slice('type:'.length)) : isInside(address, entry),
  );
}

function judgePhrases(file, name, source) {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  return phrases
    .filter((rule) => rule.in.some((pattern) => isInside(name, pattern)))
    .filter((rule) => !rule.only.some((pattern) => isInside(name, pattern)))
    .flatMap((rule) => {
      const found = rule.pattern.exec(code);
      return found ? [`${file}:${code.slice(0, found.index).split('\n').length}: ${rule.say}`] : [];
    });
}

function isInside(address, pattern) {
  return toPattern(pattern).test(address);
}

const compiled = new Map();

function toPattern(pattern) {
  const known = compiled.get(pattern);
  if (known) return known;
  const body = pattern
    .replace(/\/\*\*$/, '')
    .replace(/[.+^${}\\]/g, '\\$&')
    .replace(/@\(([^)]+)\)/g, '(?:$1)')
    .replaceAll('**', '\u0000')
    .replace(/(?<!\?:)\*/g, '[^/]+')
    .replaceAll('\u0000', '.+');
  const made = new RegExp(`^${body}(?=/|$)`);
  compiled.set(pattern, made);
  return made;
}
