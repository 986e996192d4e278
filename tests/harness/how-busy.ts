import { cpus, loadavg } from 'node:os';

/**
 * Runnable processes per CPU, at least 1: how much slower this machine is than an idle one. Tests multiply their time limits
 * by it.
 */
export const howBusy = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
