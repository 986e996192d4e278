/** Packages published as ES modules only; Jest runs CommonJS, so these go through the transform too. */
const esmPackages = [
  'file-type',
  'iso-3166',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/',
  '@borewit/',
  'cookie',
  'oxc-parser',
  'yet-another-react-lightbox',
  'jose',
  '@scure/',
  '@noble/',
  'archiver',
  'is-stream',
  'zip-stream',
  'compress-commons',
  'crc32-stream',
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
};

/** @type {import('jest').Config} */
export default {
  maxWorkers: '100%',
  projects: [
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
      setupFiles: ['<rootDir>/tests/harness/jsdom-polyfills.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/harness/setup-web.ts'],
    },
    {
      ...shared,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/server/**/*.test.ts', '<rootDir>/tests/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/harness/postgres-setup.ts',
      globalTeardown: '<rootDir>/tests/harness/postgres-teardown.ts',
    },
  ],
  testTimeout: 20_000,
};
