import { cpus, loadavg } from 'node:os';

/** Runnable processes per CPU, at least 1. Tests multiply time limits by it, so that they pass on a busy machine. */
export const howBusy = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
