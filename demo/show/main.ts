import { makeDemoFilm } from './film';
import { endCameras } from './camera';
import { runShow, type RunningShow } from './run-show';
import { show } from './script';

/*
 * `npm run demo-show`: a demo creator goes live, with an animation as the camera picture, until Ctrl-C. scripts/demo-show.mjs
 * passes the URLs.
 */

const [apiUrl = 'http://localhost:3001', webUrl = 'http://localhost:3000'] = process.argv.slice(2);

let running: RunningShow | null = null;

/** Ends the show properly, so that it also ends for its viewers. */
async function stop(code: number): Promise<never> {
  const ending = running;
  running = null;
  const failed = await ending?.end().then(
    () => null,
    (error: unknown) => error,
  );
  if (failed) process.stderr.write(`${describe(failed)}\n`);
  endCameras();
  process.exit(failed ? 1 : code);
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

try {
  process.stdout.write('Drawing what the camera sees: some seconds.\n');
  const film = await makeDemoFilm();
  running = await runShow(apiUrl, film);
  process.stdout.write(`Ines Calloway is live at ${webUrl}/streaming/${show.host} until Ctrl-C.\n`);
  await running.ended;
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  await stop(1);
}
