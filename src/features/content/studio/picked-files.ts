import { getContext } from 'redux-saga/effects';

/**
 * Picked files are not serializable, so they are kept outside of the store. `studioFeature` creates this when its sagas start; a
 * log-out restarts the sagas, which drops it.
 */
export interface PickedFiles {
  /** By `localId`, until the upload is complete. */
  readonly files: Map<string, File>;
  /** Upload ids by `localId`: this tab cancels an upload when its file is removed. */
  readonly uploadIds: Map<string, string>;
  /** `localId` of files removed from their drafts. */
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
