import { openDatabase } from './db/client';
import { loadEnv } from './env';
import { openPostgres } from './runtime';
import { findProblems } from './verify/find-problems';

/** `npm run verify`: checks the live data and says what is wrong. Ends with 1 when something is. */
async function main(): Promise<void> {
  const postgres = await openPostgres(loadEnv());
  const client = openDatabase(postgres.url, { max: 1 });
  try {
    const problems = await client.db.transaction((tx) => findProblems(tx), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    for (const { rule, subject, detail } of problems) process.stdout.write(`${rule}: ${subject}: ${detail}\n`);
    process.stdout.write(problems.length === 0 ? 'All is well.\n' : `${problems.length} problems.\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await client.close();
    await postgres.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
