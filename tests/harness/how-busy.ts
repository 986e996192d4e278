import { cpus, loadavg } from 'node:os';

/**
 * How much longer everything takes than on a machine that does nothing else: programs that want to run, by processor, one at
 * least. A limit of time that a test knows is multiplied by it, so that what fails is slow by itself and not by its neighbours.
 */
export const howBusy = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
