import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LIST = '.own-assets';

/**
 * Keeps the assets of one release for the next one: pages that people have open, or that a machine with the release before
 * has drawn, still ask for them. Their names contain a hash, so none replaces another.
 *
 * @param {string} folder of the build, with the assets in `static`
 * @returns {{ bringBack(): void }} call it after the build
 */
export function keepAssets(folder) {
  const assets = path.join(folder, 'static');
  const kept = `${folder}-assets-before`;
  // A build that failed left them there.
  if (existsSync(kept)) cpSync(kept, assets, { recursive: true, force: false });
  rmSync(kept, { recursive: true, force: true });
  if (existsSync(assets)) {
    const own = readList(folder) ?? listFiles(assets);
    for (const name of own)
      if (existsSync(path.join(assets, name))) move(path.join(assets, name), path.join(kept, name));
  }
  return {
    bringBack() {
      writeFileSync(path.join(folder, LIST), listFiles(assets).join('\n'));
      if (existsSync(kept)) cpSync(kept, assets, { recursive: true, force: false });
      rmSync(kept, { recursive: true, force: true });
    },
  };
}

/** Names of the assets that the last build itself made; undefined if it left no list. */
function readList(folder) {
  const file = path.join(folder, LIST);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : undefined;
}

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

function move(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
}
