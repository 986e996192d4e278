import type { Person } from './state';

/**
 * Makes the next matching calls fail.
 * - `slow`: takes effect after `ms`
 * - `dropped`: the connection is cut before the call takes effect; browsers retry by themselves, so set `times`
 * - `lost`: takes effect, then the connection is cut in the middle of the response
 * - `refused`: does not take effect; responds with `status` and `body`
 */
export interface Fault {
  kind: 'slow' | 'dropped' | 'lost' | 'refused';
  method?: string;
  /** A path, or a prefix that ends with `*`. */
  path: string;
  personId?: string;
  times?: number;
  ms?: number;
  status?: number;
  body?: unknown;
}

export function takeFault(
  faults: Fault[],
  call: { method: string; path: string; person: Person | undefined },
): Fault | undefined {
  const index = faults.findIndex(
    ({ method, path, personId }) =>
      (method === undefined || method === call.method) &&
      (personId === undefined || personId === call.person?._id) &&
      (path.endsWith('*') ? call.path.startsWith(path.slice(0, -1)) : call.path === path),
  );
  const fault = faults[index];
  if (!fault) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) faults.splice(index, 1);
  return fault;
}
