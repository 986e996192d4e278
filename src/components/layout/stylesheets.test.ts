import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => join('src', name));

/** The innermost rules of a sheet: selector and declarations. */
function rulesOf(sheet: string): { selector: string; body: string }[] {
  const css = readFileSync(sheet, 'utf8').replace(/\/\*.*?\*\//gs, '');
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body: body.trim(),
  }));
}

/** Selectors that some rule of a sheet declares this for. */
const declaring = (sheet: string, declaration: RegExp): string[] =>
  rulesOf(sheet).flatMap(({ selector, body }) => (declaration.test(body) ? selector.split(/,\s*/) : []));

it.each(sheets)('%s has no empty rule, and a box for all words that end after some lines', (sheet) => {
  expect(rulesOf(sheet).filter(({ body }) => body === '')).toEqual([]);
  const boxes = declaring(sheet, /display: -webkit-box;/);
  expect(declaring(sheet, /-webkit-line-clamp:/).filter((selector) => !boxes.includes(selector))).toEqual([]);
});

it('words and people that were chosen have an edge where their ground is not painted', () => {
  const css = readFileSync('src/features/content/studio/components/editor.module.css', 'utf8');
  expect(css).toMatch(/@media \(forced-colors: active\) \{\s*\.pill \{\s*border: 1px solid;\s*\}/);
});
