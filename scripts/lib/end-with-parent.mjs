import { isMainThread } from 'node:worker_threads';
import { watchParent } from './watch-parent.mjs';

// Loaded with `--import`: stops the program as by SIGTERM if its parent is killed, so that it does not keep a port or database
// in use.
if (isMainThread) watchParent(() => process.kill(process.pid, 'SIGTERM'));
