import { startProcesses, waitUntilReady, webArgs } from './processes.mjs';

/**
 * Starts the built web app (unless ROLE says otherwise) and, unless `API_ENDPOINT` names another backend, the built API, and
 * serves until a signal.
 *
 * @param {ReturnType<import('./settings.mjs').readSettings>} settings
 * @param {{ onStage(name: string): void, onProgress(text: string): void, onUp(notes: string[]): void }} listener `notes` are
 * sentences of the API for its operator
 * @returns {Promise<number>} the exit code
 */
export async function serve({ webPort, apiPort, apiEndpoint, servesWeb }, { onStage, onProgress, onUp }) {
  const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: webPort, API_PORT: apiPort };
  let sayReady;
  const apiIsReady = new Promise((resolve) => (sayReady = resolve));
  // Programs are restarted only after a successful start: one that fails at its first start would fail again.
  let isUp = false;
  /** Handles messages from the API; see server/start-report.ts. */
  const onMessage = ({ isReady, notes, stage, done, of }) => {
    // Only the first start shows its stages, not a restart.
    if (isUp) return;
    if (isReady) sayReady(notes);
    else if (done === undefined) onStage(stage);
    else onProgress(`${done} of ${of}`);
  };
  const programs = [
    ...(servesWeb ? [{ name: 'web app', args: webArgs(webPort), env: production, isQuiet: true }] : []),
    ...(apiEndpoint
      ? []
      : [{ name: 'API', args: ['--enable-source-maps', 'dist/server/main.js'], env: production, onMessage }]),
  ];
  const { stop, ended, isStopping } = startProcesses(programs, { restarts: () => isUp });
  try {
    const notes = apiEndpoint ? [] : await Promise.race([apiIsReady, ended.then(() => [])]);
    if (servesWeb) {
      onStage('Web app');
      await waitUntilReady(`http://127.0.0.1:${webPort}/`, isStopping);
    }
    isUp = true;
    onUp(notes);
  } catch (error) {
    if (!isStopping()) console.error(error.message);
    stop(1);
  }
  return ended;
}
