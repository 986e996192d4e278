import { rooms } from '../../scripts/import-rules.mjs';
import { checkImports } from '../../scripts/lib/check-imports.mjs';

const check = (file: string, source: string): string[] => checkImports([[file, source]]);
const checkOne = (file: string, target: string): string[] => check(file, `import { it } from '${target}';`);

/** For each layer, an import that is allowed, and those that the README's table forbids. */
const table: [file: string, allowed: string, ...forbidden: string[]][] = [
  ['src/contract/money/wallet-routes.ts', '../base/money', 'react', 'node:fs', '@/lib/dates', '@server/errors'],
  ['src/lib/dates.ts', 'zod', 'react', '@reduxjs/toolkit', '@contract/base/limits', '@/store/state'],
  ['src/config/paths.ts', '@/lib/dates', 'react', '@/services/cookies', '@/store/state'],
  [
    'src/services/storage.ts',
    '@contract/base/limits',
    'react',
    'redux',
    '@/store/state',
    '@/features/site/ui/ui-slice',
  ],
  [
    'src/store/hooks.ts',
    '@/services/api-error',
    '@/features/site/ui/ui-slice',
    '@/composition/app',
    '@/screens/content/home-screen',
  ],
  [
    'src/components/basic/button.tsx',
    '@/lib/cx',
    '@/store/hooks',
    'react-redux',
    '@/services/storage',
    '@/features/site/ui/ui-slice',
  ],
  ['src/features/site/ui/ui-slice.ts', '@/store/state', '@/features/identity/auth/session-slice', '@/composition/app'],
  ['src/features/site/settings/settings-slice.ts', '../ui/ui-slice', '@/features/identity/auth/session-slice'],
  [
    'src/features/identity/auth/session-slice.ts',
    '@/features/site/settings/settings-slice',
    '../../money/wallet/wallet-slice',
  ],
  [
    'src/features/money/wallet/wallet-saga.ts',
    '../../identity/auth/session-slice',
    '../../identity/auth/session-feature',
    '../../identity/auth/components/login-form',
    '../checkout/payment-slice',
    '@/composition/app',
    '@/screens/content/home-screen',
    'node:fs',
    '@server/errors',
    'socket.io-client',
    'axios',
  ],
  [
    'src/composition/app.tsx',
    '@/features/money/wallet/wallet-slice',
    '@/screens/content/home-screen',
    '@server/errors',
  ],
  [
    'src/screens/content/home-screen.tsx',
    '@/features/money/wallet/wallet-slice',
    '@/composition/app',
    '@/services/storage',
    '@/store/call-endpoint',
    '@contract/base/limits',
  ],
  [
    'pages/home.tsx',
    '@/screens/content/home-screen',
    '@/components/basic/button',
    '@/features/money/wallet/components/tip-modal',
    '@/lib/cx',
  ],
  ['server/env.ts', 'zod', './db/client', './errors'],
  ['server/errors.ts', '@contract/base/errors', './db/client'],
  ['server/lib/ttl-cache.ts', '@contract/base/limits', '../errors', '../db/client'],
  ['server/lib/trusted-proxies.ts', 'node:net', '../env', 'zod'],
  ['server/start-report.ts', './env', './errors', '@contract/base/limits'],
  ['server/lib/clean-html.ts', 'sanitize-html', '../errors', '../modules/money/wallet/wallet-service'],
  ['server/log/failures.ts', './scope', '../db/client', '../context', 'fastify'],
  ['server/access.ts', './errors', './modules/money/wallet/wallet-service'],
  [
    'server/modules/money/money-services.ts',
    './wallet/charge-wallet',
    './wallet/wallet-repository',
    '../../http/uploads',
  ],
  ['server/context.ts', 'node:crypto', './db/client'],
  ['server/events.ts', 'node:crypto', './db/transaction', './modules/money/wallet/wallet-service'],
  ['server/idempotency.ts', './db/transaction', './modules/money/wallet/wallet-service'],
  ['server/operator-log/record-act.ts', '../db/transaction', '../modules/money/wallet/wallet-service'],
  [
    'src/features/operations/log/log-feature.ts',
    '@/features/operations/act/act-slice',
    '@/features/operations/operator/operator-feature',
  ],
  ['server/log/failures.ts', 'pino', '../db/client', '../modules/money/wallet/wallet-service'],
  ['server/redis/connect-redis.ts', 'ioredis', '../db/client', '../realtime/publish'],
  ['server/db/client.ts', 'pg', '../modules/money/wallet/wallet-service', '../ledger/accounts'],
  ['server/gateways/mail.ts', 'nodemailer', '../modules/money/wallet/wallet-service'],
  ['server/mail/compose-mail.ts', '@contract/base/limits', '../db/client'],
  ['server/papers/paper-press.ts', './paper', '../modules/money/wallet/wallet-service', '../db/client'],
  ['server/streaming/hls-files.ts', '../media/media-links', '../media/media-store', '../db/client', '../http/http-app'],
  ['server/media/image-work.ts', 'sharp', '../modules/money/wallet/wallet-service', '../http/multipart-upload'],
  [
    'server/ledger/accounts.ts',
    '../db/schema/money',
    '../modules/money/wallet/wallet-service',
    '../http/multipart-upload',
  ],
  [
    'server/verify/find-problems.ts',
    '../ledger/check-balances',
    '../modules/money/wallet/wallet-service',
    '../http/multipart-upload',
  ],
  [
    'server/backup/make-backup.ts',
    '../db/client',
    '../modules/money/wallet/wallet-service',
    '../http/multipart-upload',
  ],
  ['server/modules/index.ts', './money/wallet/wallet-routes', './money/wallet/wallet-repository'],
  ['server/modules/register-jobs.ts', './money/money-jobs', './money/wallet/wallet-repository'],
  [
    'server/modules/money/wallet/wallet-service.ts',
    '../../identity/people/people-service',
    '../../identity/people/people-repository',
    '../../identity/people/people-presenter',
    '../../../http/uploads',
    '../../../gateways/mail',
    '../../../realtime/socket-server',
    '../../../app',
    'socket.io',
    'pg',
    'nodemailer',
    '@/store/state',
  ],
  [
    'server/jobs/renew.ts',
    '../modules/money/wallet/wallet-service',
    '../modules/money/wallet/wallet-repository',
    '../http/multipart-upload',
  ],
  [
    'server/http/multipart-upload.ts',
    '../errors',
    '../modules/money/wallet/wallet-service',
    'drizzle-orm',
    '../db/schema/money',
  ],
  ['server/realtime/publish.ts', 'socket.io', '../modules/money/wallet/wallet-service', 'drizzle-orm'],
  ['demo/seed.ts', '../server/modules/money/wallet/wallet-service', '@/store/state', 'pg'],
  ['server/app.ts', './modules/index', '@/store/state'],
];

describe('import cycles', () => {
  const circle = (kind: 'import' | 'import type') =>
    checkImports([
      ['src/lib/dates.ts', "import { it } from './text';"],
      ['src/lib/text.ts', `${kind} { it } from './cx';`],
      ['src/lib/cx.ts', "import { it } from '@/lib/dates';"],
    ]);

  it.each(['import', 'import type'] as const)('made by `%s` are rejected', (kind) => {
    expect(circle(kind)).toEqual(['import cycle: src/lib/dates -> src/lib/text -> src/lib/cx -> src/lib/dates']);
  });

  it('are not reported if two files merely import the same file', () => {
    const target = "import { it } from './cx';";
    expect(
      checkImports([
        ['src/lib/dates.ts', `${target} import { other } from './text';`],
        ['src/lib/text.ts', target],
        ['src/lib/cx.ts', 'export const it = 1;'],
      ]),
    ).toEqual([]);
  });
});

describe.each(table)('%s', (file, allowed, ...forbidden) => {
  it(`may import ${allowed}`, () => expect(checkOne(file, allowed)).toEqual([]));
  it.each(forbidden)('may not import %s', (target) => expect(checkOne(file, target)).toHaveLength(1));
});

describe('import rules', () => {
  it('each have an example in the table above', () => {
    const untried = rooms.filter((room) => {
      const example = new RegExp(`^${room.room.replace(/@\(([^)]+)\)/g, '($1)').replace(/(?<!\))\*/g, '[^/]+')}(/|$)`);
      return !table.some(([file]) => example.test(file.replace(/\.\w+$/, '')));
    });
    expect(untried).toEqual([]);
  });

  it('let later domains import earlier ones, but not the reverse, even for types', () => {
    const toLater = `import type { It } from '../../money/wallet/wallet-service';`;
    expect(check('server/modules/content/feed/feed-service.ts', toLater)).toHaveLength(1);
    expect(check('server/modules/operations/privacy/export-service.ts', toLater)).toEqual([]);
    expect(
      check('src/contract/site/settings-schemas.ts', `import { it } from '../content/feed-schemas';`),
    ).toHaveLength(1);
    expect(check('src/contract/content/feed-schemas.ts', `import { it } from '../site/settings-schemas';`)).toEqual([]);
  });

  it('reject a file that is in no layer', () => {
    expect(check('src/helpers/x.ts', '')).toHaveLength(1);
  });

  it('do not apply to tests', () => {
    expect(checkOne('src/components/basic/button.test.tsx', '@/features/money/wallet/wallet-slice')).toEqual([]);
  });

  it('apply to re-exports, dynamic imports and imports for side effects', () => {
    const file = 'src/lib/dates.ts';
    expect(check(file, `export * from '@/store/state';`)).toHaveLength(1);
    expect(check(file, `const later = () => import('@/store/state');`)).toHaveLength(1);
    expect(check(file, `import '@/store/state';`)).toHaveLength(1);
  });

  it('reject a static import of a module that the same file loads dynamically', () => {
    const file = 'src/components/media/use-film.ts';
    const late = `const open = () => import('./stream');`;
    expect(check(file, `import { AUTOMATIC } from './stream';\n${late}`)).toHaveLength(1);
    expect(check(file, `import type { Stream } from './stream';\n${late}`)).toEqual([]);
  });

  it('reject date formatting while a module loads, because it slows down every page’s first load', () => {
    expect(check('src/lib/dates.ts', `const day = new Intl.DateTimeFormat('en');`)).toHaveLength(1);
    expect(check('src/lib/dates.ts', `const day = () => {\n  return new Intl.DateTimeFormat('en');\n};`)).toEqual([]);
  });

  it('allow type imports if only types may be imported', () => {
    expect(check('src/lib/dates.ts', `import type { Row } from '@contract/schemas';`)).toEqual([]);
    expect(check('src/lib/dates.ts', `import { type Row } from '@contract/schemas';`)).toEqual([]);
    expect(check('src/lib/dates.ts', `import { type Row, row } from '@contract/schemas';`)).toHaveLength(1);
    expect(
      check('server/modules/money/wallet/wallet-service.ts', `import type { Mail } from '../../gateways/mail';`),
    ).toEqual([]);
  });

  it('let other files import the types of packages with one place, except those that the place exports itself', () => {
    expect(check('server/realtime/sockets.ts', `import type { Pool } from 'pg';`)).toEqual([]);
    expect(check('server/realtime/sockets.ts', `import type { Redis } from 'ioredis';`)).toHaveLength(1);
    expect(check('server/realtime/sockets.ts', `import type { Redis } from '../redis/connect-redis';`)).toEqual([]);
    expect(check('server/redis/announcements.ts', `import type { Redis } from 'ioredis';`)).toEqual([]);
  });

  it('R-11: reject handlers that swallow errors, except in files where an error is a normal result', () => {
    const service = 'server/modules/money/wallet/wallet-service.ts';
    expect(check(service, 'try { pay(); } catch { }')).toHaveLength(1);
    expect(check(service, 'void send().catch(() => undefined);')).toHaveLength(1);
    expect(check(service, 'void send().catch((error) => report(error));')).toEqual([]);
    expect(check('server/http/sanitize-input.ts', 'try { read(); } catch { return text; }')).toEqual([]);
  });

  it('require transactions to be opened where queries that bypass them are detected', () => {
    const opened = 'await db.transaction(async (tx) => tx);';
    expect(check('server/modules/money/wallet/wallet-service.ts', opened)).toHaveLength(1);
    expect(check('server/db/transaction.ts', opened)).toEqual([]);
  });

  it('restrict cents and the ledger to their modules', () => {
    const money = 'server/modules/money/wallet/wallet-service.ts';
    expect(check(money, 'const cents = price * 100;')).toHaveLength(1);
    expect(check('src/features/money/wallet/wallet-slice.ts', 'const price = cents / 100;')).toHaveLength(1);
    expect(check('src/contract/base/money.ts', 'const cents = price * 100;')).toEqual([]);
    expect(check(money, '// costs 3 * 100\nconst page = 100;')).toEqual([]);
    expect(check(money, 'await tx.insert(ledgerEntries).values(rows);')).toHaveLength(1);
    expect(check(money, 'await tx.execute(sql`update ledger_entries set amount = 1`);')).toHaveLength(1);
    expect(check('server/ledger/post-transfer.ts', 'await tx.insert(ledgerEntries).values(rows);')).toEqual([]);
  });
});
