import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTmpInMemory } from './scripts/lib/memory-disk.mjs';

keepTmpInMemory();

/**
 * These start programs with databases of their own, all on the machine's clock, and compare times with each other only.
 */
const wholeProcesses = [
  'tests/flows/**/*.test.ts',
  'tests/scripts/**/*.test.ts',
  'tests/contract/parallel-calls.test.ts',
  'server/db/embedded-postgres.test.ts',
];

/** Slow proofs of rare events. `npm run soak` runs them, as does `npm run unit` with a part of their names. */
const rareEvents = [
  'tests/flows/backup-in-bucket.test.ts',
  'tests/flows/generated-client.test.ts',
  'tests/flows/live-node.test.ts',
  'tests/flows/mail-outage.test.ts',
  'tests/flows/media-outage.test.ts',
  'tests/flows/nodes-outage.test.ts',
  'tests/flows/reconnect.test.ts',
  'tests/flows/replay-kill.test.ts',
  'tests/flows/rolling-deploy.test.ts',
  'tests/flows/streaming.test.ts',
  'tests/flows/upload-kill.test.ts',
];

/** Run before each file. */
const setup = ['tests/harness/clock/shift-realm.mjs', 'tests/harness/reset-currency.ts'];
const recorder = process.env.REACHED_FOLDER ? ['scripts/lib/record-reached.mjs'] : [];
const postgres = 'tests/harness/postgres-setup.ts';

/** Tests of the web that replace modules, or read what a page tells only once. */
const apart = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll(path.sep, '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /vi\.(mock|resetModules)\(|public-env|publicEnvElementId/.test(readFileSync(file, 'utf8')));

const web = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost/' } },
  // Tests know classes by the names in the style sheets.
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
  setupFiles: [...setup, 'tests/harness/jsdom-polyfills.ts', 'tests/harness/setup-web.ts'],
};

export default defineConfig({
  resolve: {
    alias: {
      '@contract': path.resolve('src/contract'),
      '@server': path.resolve('server'),
      '@': path.resolve('src'),
    },
  },
  test: {
    globals: true,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    pool: 'forks',
    // The second run of `npm test` finds what the first one has transformed.
    experimental: { fsModuleCache: true },
    // Half of the time a test waits: for a database, a program, a clock of its own.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // For what hangs, not for what is slow: the machine may be busy with other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,demo,tests}/**/*.test.ts'],
          exclude: wholeProcesses,
          // A worker loads the server once, not once a file. Tests here replace no modules.
          isolate: false,
          setupFiles: [...setup, ...recorder],
          globalSetup: postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: wholeProcesses,
          exclude: rareEvents,
          isolate: false,
          globalSetup: postgres,
        },
      },
      { extends: true, test: { name: 'rare-events', include: rareEvents, globalSetup: postgres } },
      {
        extends: true,
        test: { ...web, name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: apart, isolate: false },
      },
      { extends: true, test: { ...web, name: 'web-isolated', include: apart } },
    ],
  },
});
