import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { shiftClock } from './tests/harness/clock/shift-clock.mjs';

/*
 * Tests run on a clock of their own, so that no day of the year can fail them: TEST_CLOCK is when the run starts, in
 * this process, in its workers, in what the tests see and in their databases. TEST_ZONE is where.
 */
process.env.TZ = process.env.TEST_ZONE ?? 'UTC';
process.env.TEST_CLOCK_SHIFT_MS ??= String(Date.parse(process.env.TEST_CLOCK ?? '2026-11-18T10:20:00Z') - Date.now());
const worker = pathToFileURL(path.resolve('tests/harness/clock/shift-worker.mjs')).href;
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${worker}`;
shiftClock(globalThis, Number(process.env.TEST_CLOCK_SHIFT_MS));

/** Packages published as ES modules only; Jest runs CommonJS, so these go through the transform too. */
const esmPackages = [
  'thumbhash',
  'file-type',
  'iso-3166',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/',
  '@borewit/',
  'oxc-parser',
  'p-limit',
  'yocto-queue',
  'yet-another-react-lightbox',
  'jose',
  '@scure/',
  '@noble/',
  'archiver',
  'is-stream',
  'zip-stream',
  'compress-commons',
  'crc32-stream',
  '@tus/',
  'srvx',
  'set-cookie-parser',
  'content-disposition',
];

const transform = {
  '^.+\\.(ts|tsx|js|mjs)$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2022',
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    },
  ],
};

const shared = {
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')}))`, '<rootDir>/.next/', '<rootDir>/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/dist', '<rootDir>/data'],
  moduleNameMapper: {
    '\\.(css|svg|png|webp|jpg)$': '<rootDir>/tests/harness/asset-stub.cjs',
    '^@contract/(.*)$': '<rootDir>/src/contract/$1',
    '^@server/(.*)$': '<rootDir>/server/$1',
    '^@/(.*)$': '<rootDir>/src/$1',
    // Its exports name no file for `require`.
    '^file-type$': '<rootDir>/node_modules/file-type/index.js',
  },
  restoreMocks: true,
  // The clock stands in for a global; what a finished test file still does may ask it.
  testEnvironmentOptions: { globalsCleanup: 'off' },
};

/** Looking up a global in a sandbox is slow, and drizzle-orm alone does so thousands of times a query. */
const sandboxInjectedGlobals = ['Object', 'Array', 'Reflect', 'JSON', 'Math'];

/**
 * These start programs with databases of their own, all on the machine's clock, and compare times with each other only.
 */
const wholeProcesses = [
  'tests/flows/',
  'tests/scripts/',
  'tests/contract/parallel-calls.test.ts',
  'server/db/embedded-postgres.test.ts',
];

/** @type {import('jest').Config} */
export default {
  // Half of the time a test waits: for a database, a program, a clock of its own.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testSequencer: '<rootDir>/tests/harness/longest-first.cjs',
  projects: [
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
      setupFiles: ['<rootDir>/tests/harness/clock/shift-realm.mjs', '<rootDir>/tests/harness/jsdom-polyfills.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/harness/setup-web.ts'],
    },
    {
      ...shared,
      displayName: 'server',
      sandboxInjectedGlobals,
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{server,demo,tests}/**/*.test.ts'],
      testPathIgnorePatterns: wholeProcesses.map((place) => `<rootDir>/${place}`),
      setupFiles: ['<rootDir>/tests/harness/clock/shift-realm.mjs'],
      globalSetup: '<rootDir>/tests/harness/postgres-setup.ts',
      globalTeardown: '<rootDir>/tests/harness/postgres-teardown.ts',
    },
    {
      ...shared,
      displayName: 'processes',
      sandboxInjectedGlobals,
      testEnvironment: 'node',
      testMatch: wholeProcesses.map((place) => `<rootDir>/${place}${place.endsWith('/') ? '**/*.test.ts' : ''}`),
      globalSetup: '<rootDir>/tests/harness/postgres-setup.ts',
      globalTeardown: '<rootDir>/tests/harness/postgres-teardown.ts',
    },
  ],
  // For what hangs, not for what is slow: the machine may be busy with other things.
  testTimeout: 120_000,
};
