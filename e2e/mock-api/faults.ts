import type { Person } from './state';

/**
 * Something that goes wrong with the next calls that it fits.
 *
 * - `slow`: carried out after `ms`
 * - `dropped`: the connection is cut before anything is done; browsers try again by themselves, so arm it for many calls
 * - `lost`: carried out, then the connection is cut in the middle of the answer: nobody hears of it
 * - `refused`: answered with `status` and `body`, nothing is done
 */
export interface Fault {
  kind: 'slow' | 'dropped' | 'lost' | 'refused';
  method?: string;
  /** A path, or its beginning with `*` at the end. */
  path: string;
  /** Of this account's calls only. */
  personId?: string;
  /** How many calls it meets; one unless told. */
  times?: number;
  ms?: number;
  status?: number;
  body?: unknown;
}

/** @returns the fault that this call meets; each is used up by the calls it was made for. */
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
