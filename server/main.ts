import { getMessage } from './lib/error';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadEnv } from './env';
import { createReporting, openRuntime } from './runtime';
import { describeStart, type StartStage } from './start-report';

/** Stops on SIGTERM and SIGINT, and if the database is unavailable at the start. Later outages do not stop it. */
async function main(): Promise<void> {
  const env = loadEnv();
  const reporting = createReporting(env);
  // Work that nobody awaits has failed: report it and keep running. Promises.
  process.on('unhandledRejection', (error) => reporting.failures.report('background', 'unhandled rejection', error));
  const runtime = await openRuntime(env, reporting, tell);
  await runtime.app.http.listen({ port: env.API_PORT, host: env.API_HOST });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    runtime.app.drain();
    // Load balancers need a moment to notice; until then, calls are still answered.
    void sleep(env.DRAIN_SECONDS * 1000)
      .then(runtime.close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          reporting.failures.report('background', 'shutdown', error);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { settings, login } = runtime.app.services;
  const { contactEmail } = await settings.read();
  const hasDemoContent = env.isPublic && (await login.hasDemoAccounts());
  tell({ isReady: true, notes: describeStart(env, { contactEmail, hasDemoContent }) });
}

/** Sends news to the parent process, if that is `scripts/start.mjs` and still runs. */
function tell(news: StartStage | { isReady: true; notes: string[] }): void {
  if (process.connected) process.send?.(news);
}

main().catch((error: unknown) => {
  process.stderr.write(`${getMessage(error)}\n`);
  process.exit(1);
});
