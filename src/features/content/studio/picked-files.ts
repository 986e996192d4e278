import { getContext } from 'redux-saga/effects';

/** Files are not serializable, so they are outside the store. A logout restarts the sagas, which drops them. */
export interface PickedFiles {
  /** By `localId`, until the upload is complete. */
  readonly files: Map<string, File>;
  /** Upload ids by `localId`, so that this tab can cancel the upload of a removed file. */
  readonly uploadIds: Map<string, string>;
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
