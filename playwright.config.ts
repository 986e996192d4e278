import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

/** `npm run e2e` finds free ports and a folder; the defaults serve editors that start Playwright themselves. */
const webPort = process.env.E2E_PORT ?? '3100';
const apiPort = process.env.E2E_API_PORT ?? '3101';
const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), 'creator-platform-e2e');

/** What happens to the site as a whole. */
const siteStates = '**/site-states.spec.ts';

const viewport = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${webPort}`,
    // Filming each journey costs a fifth of the time; the steps and the last picture tell as much.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // No sandbox: tests may run as root. The rest keeps the browser from calling its maker.
      args: [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
        ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: siteStates, use: { viewport: viewport.desktop } },
    {
      name: 'phone',
      testIgnore: siteStates,
      use: { viewport: viewport.phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    // These close the site for a moment: nobody else may be on it.
    { name: 'site', testMatch: siteStates, dependencies: ['desktop', 'phone'], use: { viewport: viewport.desktop } },
  ],
  webServer: {
    command: 'node scripts/start.mjs',
    // The API answers once its demo content is complete; the web app is up long before.
    url: `http://localhost:${apiPort}/health`,
    timeout: 600_000,
    stdout: 'pipe',
    // The halves drain and the database stops; a plain kill would leave it running.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
    env: {
      PORT: webPort,
      API_PORT: apiPort,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      API_ENDPOINT: '',
      DEMO: '1',
      RATE_LIMITS: '0',
      LOG_LEVEL: 'warn',
    },
  },
});
