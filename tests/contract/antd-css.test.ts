import { spawnSync } from 'node:child_process';

it("keeps antd's style sheet in step with tokens.css, antd and what we use of it", () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-antd-css.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
