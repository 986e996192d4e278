import { loadEnv } from './env';
import { isError } from './lib/error';
import { createReporting, openRuntime } from './runtime';
import { describeStart, type StartStage } from './start-report';

/**
 * Starts the reference API and stops it cleanly on SIGTERM, SIGINT, or when the database cannot be had at the start. Once
 * it runs, it outlives the database.
 */
async function main(): Promise<void> {
  const env = loadEnv();
  const reporting = createReporting(env);
  // Something that nobody waited for has failed: that is reported, and all others go on. Promises.
  process.on('unhandledRejection', (error) => reporting.failures.report('background', 'unhandled rejection', error));
  const runtime = await openRuntime(env, reporting, tell);
  await runtime.app.http.listen({ port: env.API_PORT, host: env.API_HOST });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    runtime.close().then(
      () => process.exit(0),
      (error: unknown) => {
        reporting.failures.report('background', 'stopping', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  tell({ isReady: true, notes: describeStart(env) });
}

/** To whoever started us, when that is `scripts/start.mjs`. It may be gone by now. */
function tell(news: StartStage | { isReady: true; notes: string[] }): void {
  if (process.connected) process.send?.(news);
}

main().catch((error: unknown) => {
  process.stderr.write(`${isError(error) ? error.message : String(error)}\n`);
  process.exit(1);
});
