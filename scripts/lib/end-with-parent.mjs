import { isMainThread } from 'node:worker_threads';
import { watchParent } from './watch-parent.mjs';

// For `--import`: a half whose starter was killed the hard way ends as by a signal, and keeps no port and no database from the next.
if (isMainThread) watchParent(() => process.kill(process.pid, 'SIGTERM'));
