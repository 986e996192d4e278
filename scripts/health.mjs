import { readSettings } from './lib/settings.mjs';

// `npm run health` asks the halves that run here whether they work, and exits with 1 if one does not. For containers and monitors.
const { webPort, apiPort, apiEndpoint, servesWeb } = readSettings();
const places = [
  ...(servesWeb ? [`http://127.0.0.1:${webPort}/robots.txt`] : []),
  ...(apiEndpoint ? [] : [`http://127.0.0.1:${apiPort}/health`]),
];
for (const place of places) {
  try {
    const { ok, status } = await fetch(place, { signal: AbortSignal.timeout(5_000) });
    if (!ok) fail(`${place} responds with ${status}`);
  } catch (error) {
    fail(`${place} does not respond: ${error.cause?.message ?? error.message}`);
  }
}

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}
