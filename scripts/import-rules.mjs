/**
 * The layers and what they may import (section "Architecture" of the README), and packages and phrases that only some files may
 * use.
 *
 * A layer (`room`) is a folder or file by its path from the root; the first match counts. `*` matches one name, `**` any path;
 * `npm:` marks a package, `type:` allows only type imports. `node:` modules are allowed except in layers with `isBrowser`. A
 * layer may always import itself; `never` overrides `may`.
 */

const react = ['npm:react', 'npm:react-dom', 'npm:react-dom/**', 'npm:react-redux', 'npm:next/**', 'npm:antd/**'];
const store = ['npm:@reduxjs/toolkit', 'npm:redux', 'npm:redux-saga/**', 'npm:react-redux'];
const anyPackage = 'npm:**';
const featureStandsOn = ['src/store', 'src/services', 'src/components', 'src/contract', 'src/config', 'src/lib'];
const getPublicPart = (feature) => `src/features/${feature}/*-@(slice|selectors|path)`;

export const rooms = [
  { room: 'src/contract', may: ['npm:zod'], isBrowser: true },
  {
    room: 'src/lib',
    may: [
      'npm:zod',
      'npm:sanitize-html',
      'type:src/contract',
      'src/contract/base/@(currency|graphemes|search-text|shorten)',
    ],
    isBrowser: true,
  },
  { room: 'src/config', may: ['npm:zod', 'type:npm:antd', 'type:src/contract', 'src/lib'], isBrowser: true },
  {
    room: 'src/services',
    may: ['src/contract', 'src/config', 'src/lib', anyPackage],
    never: [...react, ...store],
    isBrowser: true,
  },
  { room: 'src/store', may: ['src/services', 'src/config', 'src/contract', 'src/lib', anyPackage], isBrowser: true },
  {
    room: 'src/components',
    may: ['src/lib', 'src/config', 'type:src/contract', anyPackage],
    never: store,
    isBrowser: true,
  },
  { room: 'src/features/site/ui', may: [...featureStandsOn, anyPackage], isBrowser: true },
  {
    room: 'src/features/site/settings',
    may: [...featureStandsOn, getPublicPart('site/ui'), anyPackage],
    isBrowser: true,
  },
  {
    room: 'src/features/identity/auth',
    may: [...featureStandsOn, getPublicPart('site/ui'), getPublicPart('site/settings'), anyPackage],
    isBrowser: true,
  },
  {
    room: 'src/features/operations/*',
    may: [
      ...featureStandsOn,
      ...['site/ui', 'site/settings', 'identity/auth', 'operations/act'].map(getPublicPart),
      anyPackage,
    ],
    isBrowser: true,
  },
  {
    room: 'src/features/*/*',
    may: [
      ...featureStandsOn,
      ...['site/ui', 'site/settings', 'site/reference', 'identity/auth'].map(getPublicPart),
      anyPackage,
    ],
    isBrowser: true,
  },
  { room: 'src/composition', may: ['src/features', ...featureStandsOn, anyPackage] },
  {
    room: 'src/screens',
    may: [
      'src/features',
      'src/components',
      'src/config',
      'src/lib',
      'src/store',
      'type:src/contract',
      'src/contract/base/@(currency|money|shorten)',
      anyPackage,
    ],
    never: ['src/store/call-@(endpoint|search)'],
  },
  {
    room: 'pages',
    may: [
      'src/screens',
      'src/composition',
      'src/config',
      'src/features/*/*/*-@(feature|slice)',
      'styles',
      'npm:next/**',
      'type:npm:react',
    ],
  },

  { room: 'server/env', may: ['src/contract', 'server/lib', 'npm:zod'] },
  { room: 'server/lib', may: ['src/contract', 'npm:sanitize-html', 'npm:ipaddr.js', 'npm:lru-cache', 'npm:mmdb-lib'] },
  { room: 'server/start-report', may: ['server/env'] },
  { room: 'server/errors', may: ['src/contract'] },
  { room: 'server/access', may: ['src/contract', 'server/errors'] },
  { room: 'server/redis', may: ['type:server/env', 'type:server/log', anyPackage] },
  { room: 'server/log', may: ['server/lib', 'npm:pino', 'type:npm:fastify'] },
  { room: 'server/context', may: ['type:server/**'] },
  { room: 'server/idempotency', may: ['src/contract', 'server/db', 'server/errors', 'npm:drizzle-orm/**'] },
  { room: 'server/db', may: ['server/env', 'server/errors', 'server/log', 'src/contract', 'server/lib', anyPackage] },
  {
    room: 'server/gateways',
    may: [
      'server/env',
      'server/lib',
      'src/contract',
      'server/db',
      'server/errors',
      'server/streaming',
      'type:server/context',
      anyPackage,
    ],
  },
  { room: 'server/mail', may: ['server/env', 'src/contract'] },
  { room: 'server/media', may: ['server/env', 'server/lib', 'src/contract', 'server/errors', anyPackage] },
  {
    room: 'server/streaming',
    may: ['server/env', 'server/lib', 'src/contract', 'server/errors', 'server/media/media-links', anyPackage],
  },
  { room: 'server/papers', may: ['server/lib', 'src/contract', anyPackage] },
  { room: 'server/ledger', may: ['server/db', 'src/contract', 'server/errors', 'npm:drizzle-orm/**'] },
  { room: 'server/operator-log', may: ['server/db', 'src/contract', 'type:server/access', 'npm:drizzle-orm/**'] },
  { room: 'server/events', may: ['type:src/contract', 'type:server/db/transaction', 'type:server/ledger/transfers'] },
  {
    room: 'server/modules/@(index|register-jobs)',
    may: ['server/**', 'src/contract'],
    never: ['server/modules/**-@(repository|presenter)'],
  },
  {
    room: 'server/modules/*/*-services',
    may: [
      'server/modules/**',
      'server/http/rate-limits',
      'server/lib/secret-box',
      'type:server/access',
      'type:server/context',
    ],
    never: ['server/modules/**-@(repository|presenter)'],
  },
  {
    room: 'server/modules/*/*',
    may: [
      'src/contract',
      'server/db',
      'server/ledger',
      'server/operator-log',
      'server/access',
      'server/errors',
      'server/idempotency',
      'server/media',
      'server/mail',
      'server/papers/@(paper|paper-press)',
      'server/gateways/payment',
      'server/gateways/payout',
      'server/gateways/tax',
      'type:server/gateways',
      'type:server/context',
      'type:server/events',
      'type:server/log',
      'server/modules/**-service',
      'server/modules/identity/people/file-slots',
      'type:server/modules',
      'server/http/register-endpoint',
      'server/realtime/publish',
      'type:server/http',
      'type:server/realtime',
      'type:server/jobs/@(queue|job-data)',
      'server/lib',
      anyPackage,
    ],
    never: ['server/modules/**-@(repository|presenter)'],
  },
  {
    room: 'server/jobs',
    may: [
      'server/modules/**-service',
      'server/db/@(transaction|classify-outage)',
      'server/log',
      'server/lib',
      'type:server/db',
      'type:server/context',
      anyPackage,
    ],
  },
  {
    room: 'server/@(http|realtime)',
    may: [
      'type:server/context',
      'src/contract',
      'server/errors',
      'server/access',
      'server/db/@(columns|classify-outage)',
      'server/http',
      'server/realtime',
      'server/redis',
      'server/mail',
      'server/log',
      'server/lib',
      'type:server/@(media|streaming)',
      anyPackage,
    ],
    never: ['npm:drizzle-orm/**'],
  },
  { room: 'demo', may: ['server/**', 'src/contract', anyPackage] },
  {
    room: 'server/verify',
    may: ['server/db', 'server/ledger', 'server/operator-log', 'src/contract', 'npm:drizzle-orm/**'],
  },
  {
    room: 'server/backup',
    may: [
      'server/db',
      'server/env',
      'server/lib',
      'server/media/@(object-source|s3-bucket|s3-store)',
      'type:server/context',
      anyPackage,
    ],
  },
  { room: 'server/@(app|caller-checks|runtime|main|cli)', may: ['server/**', 'src/contract', 'demo/seed', anyPackage] },
];

/**
 * Folders split into domains. A domain may import only itself and those listed before it, even for types. What it needs from a
 * later domain is injected where services and features are put together.
 */
const domains = ['site', 'identity', 'conversation', 'content', 'money', 'operations'];
export const inDomains = [
  { folder: 'src/contract', domains: ['base', ...domains] },
  { folder: 'src/features', domains: [...domains, 'live'] },
  { folder: 'server/modules', domains },
];

/** Packages that only some files may import; any file may import their types, unless `isForTypes` is set. */
export const doors = [
  { target: 'npm:socket.io-client', only: ['src/services/socket-client', 'demo/show/site'] },
  {
    target: 'npm:axios',
    only: [
      'src/services/http-client',
      'src/services/card-token',
      'src/composition/server-client',
      'src/composition/plain-http',
    ],
  },
  {
    target: 'npm:undici',
    only: ['src/composition/server-client', 'src/composition/plain-http', 'server/gateways/outgoing'],
  },
  { target: 'npm:js-cookie', only: ['src/services'] },
  { target: 'npm:tus-js-client', only: ['src/services/resumable-upload'] },
  { target: 'npm:idb-keyval', only: ['src/services/picked-file-store'] },
  { target: 'npm:@tus/server', only: ['server/http/resumable'] },
  { target: 'npm:socket.io', only: ['server/realtime'] },
  { target: 'npm:ioredis', only: ['server/redis'], isForTypes: true },
  { target: 'npm:pg', only: ['server/db/client'] },
  { target: 'npm:drizzle-orm/node-postgres', only: ['server/db/client'] },
  { target: 'npm:drizzle-orm/node-postgres/migrator', only: ['server/db/migrate'] },
  { target: 'npm:pg-boss', only: ['server/jobs/queue'] },
  { target: 'npm:node-datachannel', only: ['server/streaming/worker', 'demo/show/camera'] },
  { target: 'npm:nodemailer', only: ['server/gateways'] },
  { target: 'npm:pino', only: ['server/log'] },
];

/** Patterns that only some files may contain. `in` limits a rule to the layers where the pattern matters. */
export const phrases = [
  {
    pattern: /import \{[^}]*\b(?:Modal|Table)\b[^}]*\} from 'antd'/,
    in: ['src'],
    only: ['src/components/console/@(console-dialog|plain-table)'],
    say: "antd's Modal and Table add styles without the page's nonce: use ConsoleDialog or PlainTable",
  },
  {
    pattern: /^(?:export )?const [^=\n]+=(?:[^;{(]*\b)?new Intl\./m,
    in: ['src'],
    only: [],
    say: 'Intl formatters are slow to create on phones: create them on first use, as in src/lib/formatters',
  },
  {
    pattern: /\bcatch \{|\.catch\(\(\) =>/,
    in: ['server'],
    // In these files, a failure is a normal result: no such file, process or server, invalid JSON, invalid URL, invalid key.
    // The connection to Redis reports its own failures.
    only: [
      'server/db/@(process-lock|postgres-cluster)',
      'server/gateways/@(outbox|captcha|malware)',
      'server/http/sanitize-input',
      'server/modules/conversation/push/push-service',
      'server/modules/site/settings/write-setting',
      'server/modules/site/address/address-format',
      'server/media',
      'server/redis',
      'server/realtime/@(account-sockets|stream-connection)',
      'server/modules/site/media',
      'server/modules/operations/privacy/export-archive',
      'demo',
      'server/http/resumable/upload-store',
      'server/modules/content/upload/upload-service',
    ],
    say: 'report failures with context.failures or rethrow them; list the file here if a failure is its result',
  },
  {
    pattern: /[*/]\s*100\b(?!\.)|\b100\s*\*/,
    in: [
      'src/@(contract|services|store|features|composition|screens)',
      'server/@(modules|ledger|jobs|gateways|http|db)',
    ],
    only: ['src/contract/base/money'],
    say: 'only src/contract/base/money converts dollars and cents; use src/lib/percent for percentages',
  },
  {
    pattern: /\.(insert|update|delete)\(\s*ledger[A-Z]\w*|(insert into|update|delete from)\s+"?ledger_/i,
    in: ['server'],
    only: ['server/ledger'],
    say: 'only server/ledger writes to the ledger',
  },
  {
    pattern: /\b(db|executor)\.transaction\(/,
    in: ['server'],
    only: ['server/db/transaction', 'server/cli'],
    say: 'open transactions with inTransaction of server/db/transaction, which detects calls outside of them',
  },
];
