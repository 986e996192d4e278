import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

it("keeps antd's style sheet in step with tokens.css, antd and what we use of it", () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-antd-css.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('has rules for what antd draws only, none that reaches links and fields of ours', () => {
  const css = readFileSync('styles/generated/antd.css', 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/@keyframes [^{]+\{(?:[^{}]+\{[^{}]*\})+\s*\}/g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.trim().split(','));
  expect(selectors.length).toBeGreaterThan(100);
  expect(selectors.filter((selector) => !/\.(ant-|anticon\b|light\b|dark\b)/.test(selector))).toEqual([]);
});
