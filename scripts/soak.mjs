import { randomInt } from 'node:crypto';
import { ensureInstalled } from './lib/install.mjs';
import { keepTmpInMemory } from './lib/memory-disk.mjs';
import { run, runBin } from './lib/run.mjs';
import { testDays } from './lib/test-days.mjs';

// `npm run soak` takes hours: it runs randomized tests many times with new seeds, proofs of rare events, all unit tests with each
// clock and time zone, and all journeys. SOAK_SEED repeats a run, SOAK sets its length.
await ensureInstalled();
keepTmpInMemory();
const env = { SOAK: process.env.SOAK ?? '25', SOAK_SEED: process.env.SOAK_SEED ?? String(randomInt(2 ** 31)) };
console.log(`SOAK=${env.SOAK} SOAK_SEED=${env.SOAK_SEED}`);
let failures = await runBin(
  'vitest',
  [
    'run',
    'fuzz',
    'flows/kill',
    'flows/nodes-outage',
    'flows/sale-races',
    'money-year',
    'parallel-calls',
    '--testTimeout=3600000',
  ],
  { env },
);
failures += await runBin('vitest', ['run', '--project=rare-events']);
for (const [index, { clock, zone }] of testDays.entries()) {
  console.log(`\nAll unit tests on ${clock} in ${zone}`);
  failures += await runBin('vitest', ['run', '--project=server', '--project=web*'], {
    env: { TEST_DAY: String(index) },
  });
}
failures += await run(process.execPath, ['scripts/test.mjs', 'e2e']);
process.exit(failures > 0 ? 1 : 0);
