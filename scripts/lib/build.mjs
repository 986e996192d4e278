import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepAssets } from './previous-assets.mjs';
import { root, runBin } from './run.mjs';

const BUILD_ID_LENGTH = 20;
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.json', 'scripts/lib/build.mjs', 'src'];
const WEB_INPUTS = [...SHARED_INPUTS, 'pages', 'styles', 'public', 'next.config.js'];
const SERVER_INPUTS = [...SHARED_INPUTS, 'server', 'demo'];

/** Bundles the API, its command line and its worker processes into dist/server, unless they are up to date. */
export function buildServer() {
  return buildWhenStale('dist/server/.inputs', SERVER_INPUTS, async () => {
    const { build } = await import('esbuild');
    rmSync(path.join(root, 'dist/server'), { recursive: true, force: true });
    await build({
      absWorkingDir: root,
      entryPoints: [
        'server/main.ts',
        'server/cli.ts',
        'server/media/worker/main.ts',
        'server/papers/worker/main.ts',
        'server/streaming/worker/main.ts',
      ],
      outdir: 'dist/server',
      bundle: true,
      // Needed for dynamic imports to stay lazy.
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      logLevel: 'warning',
    });
  });
}

export function buildWeb() {
  const folder = process.env.NEXT_DIST_DIR || '.next';
  return buildWhenStale(`${folder}/.inputs`, WEB_INPUTS, async (hash) => {
    const assets = keepAssets(path.join(root, folder));
    const code = await runBin('next', ['build'], {
      isQuiet: true,
      env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', WEB_BUILD_ID: hash.slice(0, BUILD_ID_LENGTH) },
    });
    if (code !== 0) throw new Error('next build failed.');
    assets.bringBack();
  });
}

/** Writes the stamp last, so that an interrupted build is repeated. */
async function buildWhenStale(stampName, inputs, build) {
  const stamp = path.join(root, stampName);
  const wanted = hashInputs(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await build(wanted);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashInputs(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(listFiles)) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function listFiles(name) {
  const full = path.join(root, name);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [name];
  return (
    readdirSync(full)
      .sort()
      // Tests are not bundled, and these folders are read at run time.
      .filter((child) => !/\.test\.tsx?$/.test(child) && child !== 'prepared' && child !== 'migrations')
      .flatMap((child) => listFiles(path.join(name, child)))
  );
}
