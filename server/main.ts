import { openRuntime } from './runtime';
import { loadEnv } from './env';

/** Starts the reference API and stops it cleanly on SIGTERM, SIGINT, or when the database cannot be had. */
async function main(): Promise<void> {
  const env = loadEnv();
  const runtime = await openRuntime(env);
  await runtime.app.http.listen({ port: env.API_PORT, host: env.API_HOST });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    runtime.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
