import { getContext } from 'redux-saga/effects';

/**
 * Picked files, which are not serializable and so stand beside the store. `studioFeature` creates this when its sagas start, and
 * a log-out, which restarts them, drops it.
 */
export interface PickedFiles {
  /** By `localId`, as long as they may have to be sent. */
  readonly files: Map<string, File>;
  /** The backend's names of uploads this tab is to give up with their file, by `localId`. */
  readonly uploadIds: Map<string, string>;
  /** `localId` of those that were taken out of their draft. */
  readonly removedIds: Set<string>;
}

export const createPickedFiles = (): PickedFiles => ({
  files: new Map(),
  uploadIds: new Map(),
  removedIds: new Set(),
});

export function* getPickedFiles(): Generator<unknown, PickedFiles> {
  return (yield getContext('pickedFiles')) as PickedFiles;
}
