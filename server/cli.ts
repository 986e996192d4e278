import { buildApp, type App } from './app';
import type { ServerContext } from './context';
import { openBackupFolder } from './backup/backup-folder';
import { makeBackup, type BackupPlace } from './backup/make-backup';
import { restoreBackup } from './backup/restore-backup';
import { createObjectSource, isBucketInUse } from './media/object-source';
import { withConnection } from './db/client';
import { findBreaking, listPendingMigrations, type Migration } from './db/pending-migrations';
import { listOperatorCommands, runOperatorCommand } from './cli/operator-commands';
import { getDirectUrl, loadEnv, type Env } from './env';
import { checkPaymentDomain, checkStripe } from './gateways/stripe-check';
import { connectStripe } from './gateways/stripe-client';
import { registerPaymentDomain } from './gateways/stripe-domain';
import { createContext, migrateDatabase, openPostgres, openRuntime } from './runtime';
import { checkBooks } from './verify/check-books';

const PROGRESS_MS = 3_000;
const SAME_BUCKET = '--same-bucket';
const BUCKET_IN_USE = `S3_BUCKET has files of a site, which a copy of it would change and delete. Leave S3_* and REDIS_URL out, or \
name an empty bucket. Say ${SAME_BUCKET} only if the site that the backup was made from is gone.`;

const commands: Record<string, { says: string; run(env: Env, args: string[]): Promise<number> }> = {
  migrate: { says: 'migrates the database to the newest schema; `--check` only says what would change', run: migrate },
  seed: { says: 'fills an empty database with demo content', run: seed },
  verify: { says: 'checks the live data against the requirements, read-only', run: (env) => withDatabase(env, verify) },
  backup: { says: '<empty folder>: copies database and files while the site runs; BACKUP_KEY encrypts', run: backUp },
  restore: { says: '<folder of a backup>: into an empty DATA_DIR', run: restore },
  admin: { says: 'runs operator commands; without arguments, lists them', run: operate },
  media: {
    says: '`move`: carries media and exports of this disk into the bucket, while the site runs',
    run: runMediaCommand,
  },
  stripe: {
    says: '`check` checks the Stripe account for this site; `register-domain` registers it for Apple Pay and Google Pay',
    run: runStripeCommand,
  },
  openapi: { says: 'prints the OpenAPI 3.1 document', run: printOpenApi },
};

async function withPostgres(env: Env, work: (url: string) => Promise<number>): Promise<number> {
  const postgres = await openPostgres(env);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** With the newest schema. */
const withDatabase = (env: Env, work: (url: string) => Promise<number>): Promise<number> =>
  withPostgres(env, async (url) => {
    await migrateDatabase(env, url);
    return work(url);
  });

async function migrate(env: Env, [option]: string[]): Promise<number> {
  if (option !== '--check') return withDatabase(env, async () => 0);
  return withPostgres(env, async (url) =>
    tellMigrations(await withConnection(url, ({ db }) => listPendingMigrations(db))),
  );
}

/** @returns 1 if processes of the version before have to be stopped first */
function tellMigrations(pending: readonly Migration[]): number {
  if (pending.length === 0) console.log('The database has the newest schema.');
  let code = 0;
  for (const migration of pending) {
    console.log(`${migration.name}\n${migration.statements.map(indent).join('\n')}`);
    for (const { statement, reason } of findBreaking(migration)) {
      console.error(`  Stop all processes before this, because it ${reason}:\n${indent(statement)}`);
      code = 1;
    }
  }
  return code;
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

async function seed(env: Env): Promise<number> {
  const runtime = await openRuntime({ ...env, DEMO: true });
  await runtime.close();
  return 0;
}

async function verify(url: string): Promise<number> {
  const problems = await withConnection(url, ({ db }) => checkBooks(db, new Date()));
  for (const { rule, subject, detail } of problems) console.error(`${rule}: ${subject} (${detail})`);
  console.log(
    problems.length === 0 ? 'The ledger balances, and all access is paid for.' : `${problems.length} problems found.`,
  );
  return problems.length === 0 ? 0 : 1;
}

const toPlace = (env: Env, folder: string): BackupPlace => ({
  dataDir: env.DATA_DIR,
  databaseUrl: getDirectUrl(env),
  folder: openBackupFolder(folder, env),
  passphrase: env.BACKUP_KEY,
  objects: createObjectSource(env),
  onProgress: tellProgress(),
});

/** Prints a line every few seconds. */
function tellProgress(): NonNullable<BackupPlace['onProgress']> {
  let next = Date.now() + PROGRESS_MS;
  return ({ files, bytes }) => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_MS;
    console.log(`${files} files, ${inMegabytes(bytes)}`);
  };
}

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function backUp(env: Env, [folder]: string[]): Promise<number> {
  if (folder === undefined) {
    console.error('Usage: npm run backup -- <empty folder, or s3://bucket/folder>');
    return 2;
  }
  return withPostgres(env, async (url) => {
    const { files, bytes, salt } = await makeBackup(url, toPlace(env, folder));
    console.log(`${files} files, ${inMegabytes(bytes)}, are in ${folder}${salt === null ? ', not encrypted' : ''}.`);
    if (env.S3_ENDPOINT !== undefined && !env.BACKUP_OBJECTS)
      console.log('The objects of the bucket are not in it: they need versions or a replica of their own.');
    return 0;
  });
}

async function restore(env: Env, [folder, option]: string[]): Promise<number> {
  if (folder === undefined || (option !== undefined && option !== SAME_BUCKET)) {
    console.error(`Usage: npm run restore -- <folder of a backup, or s3://bucket/folder> [${SAME_BUCKET}]`);
    return 2;
  }
  // The clean-up of the copy would delete what only the site itself knows.
  if (option !== SAME_BUCKET && (await isBucketInUse(env))) throw new Error(BUCKET_IN_USE);
  const { files, createdAt } = await restoreBackup(toPlace(env, folder));
  console.log(`${files} files of ${createdAt} are in ${env.DATA_DIR}. Checking the books:`);
  return withDatabase(env, verify);
}

const print = (text: string): void => void process.stdout.write(text);

async function operate(env: Env, args: string[]): Promise<number> {
  if (args.length === 0) {
    console.log(listOperatorCommands());
    return 0;
  }
  return withApp(env, async ({ services }, { jobs }) => {
    console.log(await runOperatorCommand({ services, jobs, print }, args));
    return 0;
  });
}

/** Without its jobs and its port. */
const withApp = (env: Env, work: (app: App, context: ServerContext) => Promise<number>): Promise<number> =>
  withDatabase(env, async (url) => {
    // Commands send jobs, but must not start long work.
    const { context, close } = createContext({ ...env, ROLE: 'api', LOG_LEVEL: 'silent' }, url);
    const app = await buildApp(context);
    try {
      return await work(app, context);
    } finally {
      await app.close();
      await close();
    }
  });

async function runMediaCommand(env: Env, [what]: string[]): Promise<number> {
  if (what !== 'move' || env.S3_ENDPOINT === undefined) {
    console.error(
      what === 'move' ? 'Set S3_ENDPOINT and the other S3 settings first.' : 'Usage: npm run media -- move',
    );
    return 2;
  }
  return withApp(env, async ({ services }) => {
    const onProgress = tellProgress();
    const { moved, bytes, different, left } = await services.media.moveToBucket(({ moved: files, bytes: size }) =>
      onProgress({ files, bytes: size }),
    );
    const exports = await services.dataExport.moveToBucket();
    console.log(`${moved} objects, ${inMegabytes(bytes)}, and ${exports} exports were moved, read back and compared.`);
    for (const key of different) console.error(`The bucket has other bytes of ${key}; the file stays on this disk.`);
    if (left.length === 0)
      console.log('No media are left on this disk. Restart the API, so that it reads the bucket only.');
    else
      console.log(
        `${left.length} files are left on this disk, in use or unknown, such as ${left[0]}. Run this again later.`,
      );
    return different.length === 0 ? 0 : 1;
  });
}

async function runStripeCommand(env: Env, [what = '']: string[]): Promise<number> {
  const account = connectStripe(env);
  if (!['check', 'register-domain'].includes(what) || !account) {
    console.error(
      account
        ? 'Usage: npm run stripe -- check | register-domain'
        : 'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET first.',
    );
    return 2;
  }
  const domain = new URL(env.WEB_PUBLIC_URL).hostname;
  if (what === 'register-domain') await registerPaymentDomain(account, domain);
  const site = { secretKey: env.STRIPE_SECRET_KEY ?? '', apiUrl: env.API_PUBLIC_URL, domain };
  const findings = what === 'check' ? await checkStripe(account, site) : [await checkPaymentDomain(account, domain)];
  for (const { isMet, text } of findings) console.log(`${isMet ? 'ok  ' : 'FIX '}${text}`);
  return findings.every(({ isMet }) => isMet) ? 0 : 1;
}

/** No query is run, so the database URL is a placeholder. */
async function printOpenApi(env: Env): Promise<number> {
  const { context, close } = createContext({ ...env, LOG_LEVEL: 'silent' }, 'postgres://127.0.0.1:1/none');
  const app = await buildApp(context);
  const document = JSON.stringify(app.http.swagger(), null, 2);
  await app.close();
  await close();
  await new Promise((resolve) => process.stdout.write(`${document}\n`, resolve));
  return 0;
}

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.run(loadEnv(), args);
  const list = Object.entries(commands).map(([known, { says }]) => `  npm run ${known.padEnd(8)} ${says}`);
  console.error(`Commands:\n${list.join('\n')}`);
  return 2;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
