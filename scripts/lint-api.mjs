import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';
import { readSettings } from './lib/settings.mjs';

// `npm run lint:api` checks the OpenAPI document with redocly and spectral; `npm run lint:api -- <file>` one that exists.
const [given] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'creator-platform-openapi-'));
try {
  const file = given ?? (await printDocument(path.join(folder, 'openapi.json')));
  const codes = [
    await lint('redocly', ['lint', file, '--config', 'tools/redocly.yaml', '--format', 'stylish']),
    await lint('spectral', ['lint', file, '--ruleset', 'tools/spectral.yaml', '--fail-severity', 'warn']),
  ];
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function printDocument(file) {
  readSettings();
  await ensureInstalled({ isForServing: true });
  await buildServer();
  const stdio = ['ignore', openSync(file, 'w'), 'inherit'];
  const { status } = spawnSync(process.execPath, ['dist/server/cli.js', 'openapi'], { cwd: root, stdio });
  if (status !== 0) throw new Error('The API printed no document.');
  return file;
}

/** Nothing is sent to the makers, and no newer version is looked for. */
function lint(name, args) {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return run(process.execPath, ['scripts/with-tools.mjs', name, ...args], { env });
}
