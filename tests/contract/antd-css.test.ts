import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

it("antd's style sheet is in sync with tokens.css, antd and the components we use", () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-antd-css.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('antd’s style sheet has rules only for antd’s own elements, not for our links and fields', () => {
  const css = readFileSync('styles/generated/antd.css', 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/@keyframes [^{]+\{(?:[^{}]+\{[^{}]*\})+\s*\}/g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.trim().split(','));
  expect(selectors.length).toBeGreaterThan(100);
  expect(selectors.filter((selector) => !/\.(ant-|anticon\b|light\b|dark\b)/.test(selector))).toEqual([]);
});
