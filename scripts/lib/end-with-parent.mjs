import { isMainThread } from 'node:worker_threads';
import { watchParent } from './watch-parent.mjs';

// For `--import`: a program whose parent was killed stops as on SIGTERM, so that it keeps no port or database.
if (isMainThread) watchParent(() => process.kill(process.pid, 'SIGTERM'));
