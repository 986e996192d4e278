import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'creator-platform-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const getPath = (name: string) => path.join(folder, 'build/static', name);

function write(name: string, text: string): void {
  mkdirSync(path.dirname(getPath(name)), { recursive: true });
  writeFileSync(getPath(name), text);
}

/** Builds as Next.js does, which empties the folder first. */
function build(files: Record<string, string>): void {
  const script = `
    import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
    import path from 'node:path';
    import { keepAssets } from './scripts/lib/previous-assets.mjs';
    const folder = ${JSON.stringify(path.join(folder, 'build'))};
    const assets = keepAssets(folder);
    rmSync(folder, { recursive: true, force: true });
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) {
      mkdirSync(path.dirname(path.join(folder, 'static', name)), { recursive: true });
      writeFileSync(path.join(folder, 'static', name), text);
    }
    assets.bringBack();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script]);
}

it('a build keeps the assets of the one before, and no older ones', () => {
  build({ 'chunks/a.js': 'first', 'same.css': 'one' });
  build({ 'chunks/b.js': 'second', 'same.css': 'two' });
  expect(readFileSync(getPath('chunks/a.js'), 'utf8')).toBe('first');
  expect(readFileSync(getPath('same.css'), 'utf8')).toBe('two');
  build({ 'chunks/c.js': 'third' });
  expect(['a', 'b', 'c'].map((name) => existsSync(getPath(`chunks/${name}.js`)))).toEqual([false, true, true]);
});

it('a build keeps the assets of a release that left no list', () => {
  write('chunks/old.js', 'old');
  build({ 'chunks/new.js': 'new' });
  expect([existsSync(getPath('chunks/old.js')), existsSync(getPath('chunks/new.js'))]).toEqual([true, true]);
});
