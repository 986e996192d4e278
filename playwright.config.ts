import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './e2e/other-backends/fixtures';
import { backends, isServed } from './e2e/other-backends/ports';
import { viewports } from './e2e/viewports';

/** `npm run e2e` finds free ports and a folder; the defaults serve editors that start Playwright themselves. */
const webPort = process.env.E2E_PORT ?? '3100';
const apiPort = process.env.E2E_API_PORT ?? '3101';
const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), 'creator-platform-e2e');

/**
 * `npm run e2e` runs all journeys, most at both sizes and before every generation. `npm test` leaves out those tagged `@full`,
 * which are slow, about rare events, or variants of another one, and runs each of the others once.
 */
const isQuick = process.env.E2E_QUICK === '1';
const leftOut = isQuick ? [/@full/] : [];

const filesOf = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** About the site as a whole. */
const siteStates = '**/site-states.spec.ts';

/** Made for touch, or about mails and links more than about layout. */
const onPhone = filesOf([
  'onboarding',
  'identity',
  'console-phone',
  // About people who are mostly on their phones.
  ...(isQuick
    ? [
        'account',
        'console-people',
        'console-reports',
        'fan',
        'live-room',
        'messages',
        'money',
        'orders',
        'refunds',
        'replay',
        'spending',
        'strips',
        'subscriptions',
        'touch-and-keyboard',
      ]
    : []),
]);

/** The rest runs at both sizes. */
const onDesktop = filesOf([
  // No size of a screen changes these.
  'promises',
  'security-headers',
  'guards',
  'bare-start',
  'node-versions',
  'packaging',
  'bundle-size',
  'developer',
  'injection',
  'offline',
  'push',
  'locked-media',
  'currency',
  // Phones have a sheet in its place, and the menu of the console behind a button.
  'day-range',
  'console-desk',
  'live-engine',
  'record-show',
  'group-show',
  'demo-show',
  // About stored state more than about layout. `screens` changes its size itself.
  ...(isQuick
    ? [
        'assets',
        'card-number',
        'console-lists',
        'console-money',
        'console-site',
        'draft-recovery',
        'film',
        'library',
        'live-host',
        'notices',
        'payouts',
        'replies',
        'screens',
        'search',
        'shop',
        'status',
        'stripe',
        'stripe-express',
        'stripe-tax',
        'studio',
        'studio-assets',
        'uploads',
        'visitor',
      ]
    : []),
]);

/** About app and backend, whatever the screen; before one generation in a quick run. */
const lostAnswers = '**/other-backends/lost-answers.spec.ts';

/** Closes the site for a moment, as `siteStates` does before our own API. */
const closing = '**/other-backends/maintenance.spec.ts';

/** Before other backends. */
const backend = '**/other-backends/**/*.spec.ts';
/** In a quick run, before other generations than the older one, which is the least like our own API. */
const whatDiffers = ['habits', 'messages', 'money', 'orders', 'session'].map(
  (name) => `**/other-backends/${name}.spec.ts`,
);

/** Sweeps over pages, which the older generation's run shows. */
const sweeps = /no page fails if|opens as for a guest if/;

/** Before somebody's own backend, which journeys read and leave as it is. */
const staging = '**/staging/**/*.spec.ts';
const stagingEndpoint = process.env.E2E_API_ENDPOINT ?? '';
/** What needs a fan's log-in waits for one, what changes something for the word that it may. */
const stagingWaits = [
  ...(process.env.E2E_LOGIN ? [] : ['**/staging/log-in.spec.ts']),
  ...(process.env.E2E_LOGIN && process.env.E2E_WRITES === '1' ? [] : ['**/staging/follow.spec.ts']),
];
const stagingServer = {
  command: 'node scripts/start.mjs',
  url: `http://localhost:${webPort}/robots.txt`,
  timeout: 600_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
  env: { PORT: webPort, API_ENDPOINT: stagingEndpoint, WEB_PUBLIC_URL: '', API_PUBLIC_URL: '' },
};

/** Journeys that a generation cannot take: a saved card where the gateway asks on a page of its own, paid messages, products. */
const notBefore = {
  later: /a paid message whose/,
  older: /by card|a paid message whose|a digital product|an order of a product/,
  fork: /(?!)/,
};

/**
 * One journey each: log-in, sockets, chat, purchase, upload, live. The site on several machines needs no more to be proved, and a
 * quick run has them there only.
 */
const onSeveralMachines = /@machines/;
const onOneMachine = { grepInvert: [...leftOut, ...(isQuick ? [onSeveralMachines] : [])] };

const desktop = { viewport: viewports.desktop, contextOptions: { reducedMotion: 'reduce' as const } };
// Elsewhere than the servers: what a page says of times before and after its code is there must not differ.
const phone = {
  viewport: viewports.phone,
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  timezoneId: 'America/St_Johns',
};

/** The mock API's generations, each with a web app of its own from the one build. */
const mockServers = [
  {
    command: 'node --import tsx e2e/mock-api/main.ts',
    url: `http://localhost:${backends[0]!.apiPort}/__mock/health`,
    env: {
      MOCK_API_PORTS: backends.map(({ name, apiPort }) => `${name}:${apiPort}`).join(),
      MOCK_SITE_PORTS: backends.map(({ name, webPort }) => `${name}:${webPort}`).join(),
    },
  },
  ...backends.map(({ apiPort, webPort }) => ({
    command: 'node scripts/start.mjs',
    url: `http://localhost:${webPort}/robots.txt`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
    env: { PORT: String(webPort), API_ENDPOINT: `http://localhost:${apiPort}`, WEB_PUBLIC_URL: '', API_PUBLIC_URL: '' },
  })),
];

const referenceServer = {
  // As on a machine with Node.js and nothing else: the whole run is proof that this is enough. Promises W-11.
  command: 'tests/bare.sh node scripts/start.mjs',
  // The API answers once its demo content is complete.
  url: `http://localhost:${apiPort}/health`,
  timeout: 600_000,
  stdout: 'pipe' as const,
  // The halves drain and the database stops; a plain kill would leave it running.
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
  env: {
    PORT: webPort,
    API_PORT: apiPort,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    API_ENDPOINT: '',
    DEMO: '1',
    RATE_LIMITS: '0',
    STREAM_UDP_PORT: '0',
    OUTGOING_ALLOW: `127.0.0.1:${process.env.E2E_WEBHOOK_PORT ?? '3190'}`,
    LOG_LEVEL: 'warn',
  },
};

/** The same site on several machines: two web apps, two API processes, a worker, PgBouncer, Redis and S3. */
const machinesServer = {
  ...referenceServer,
  command: 'node --import tsx tests/machines/main.ts',
  // The web apps start last.
  url: `http://localhost:${webPort}/robots.txt`,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
};

export default defineConfig<BackendOptions>({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  grepInvert: leftOut,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // A page waits for its server a fifth of the time.
  workers: Math.ceil(availableParallelism() * 1.5),
  // For what hangs, not for what is slow: the machine may be busy with other things.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${webPort}`,
    // `page.route` does not see the requests of a service worker; its own tests allow it.
    serviceWorkers: 'block',
    // Recording each journey costs a quarter of the time; the steps, the last picture and the page's outline tell as much.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // No sandbox: tests may run as root. The rest keeps the browser from calling its maker.
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: [siteStates, backend, staging, ...onPhone], use: desktop, ...onOneMachine },
    { name: 'phone', testIgnore: [siteStates, backend, staging, ...onDesktop], use: phone, ...onOneMachine },
    // These close the site for a moment: nobody else may be on it.
    { name: 'site', testMatch: siteStates, dependencies: ['desktop', 'phone'], use: desktop },
    ...(isServed('machines')
      ? [
          {
            name: 'machines',
            testIgnore: [siteStates, backend, staging, ...onPhone],
            grep: isQuick ? onSeveralMachines : /./,
            use: desktop,
          },
        ]
      : []),
    // Only where somebody names theirs: it is no part of the whole run.
    ...(stagingEndpoint
      ? [{ name: 'backend', testMatch: staging, testIgnore: stagingWaits, use: { ...desktop, trace: 'off' as const } }]
      : []),
    ...backends.flatMap(({ name, webPort }) => {
      const before = { baseURL: `http://localhost:${webPort}`, profileName: name };
      const sizes = isQuick ? ([name === 'later' ? 'phone' : 'desktop'] as const) : (['desktop', 'phone'] as const);
      const isWhole = !isQuick || name === 'older';
      return [
        ...sizes.map((size) => ({
          name: `${name}-${size}`,
          testMatch: isWhole ? backend : whatDiffers,
          testIgnore: isWhole && size === 'desktop' ? [closing] : [closing, lostAnswers],
          grepInvert: [notBefore[name], ...leftOut, ...(isWhole ? [] : [sweeps])],
          use: { ...(size === 'phone' ? phone : desktop), ...before },
        })),
        ...(isWhole
          ? [
              {
                name: `${name}-site`,
                testMatch: closing,
                dependencies: sizes.map((size) => `${name}-${size}`),
                use: { ...phone, ...before },
              },
            ]
          : []),
      ];
    }),
  ],
  webServer: [
    ...(isServed('reference') ? [referenceServer] : []),
    ...(isServed('machines') ? [machinesServer] : []),
    ...(isServed('mock') ? mockServers : []),
    ...(stagingEndpoint && isServed('staging') ? [stagingServer] : []),
  ],
});
