import { createObjectMover } from '../../../media/object-mover';
import { getStoreKey, type Exports } from './exports';

/** Carries the archives of this disk that can be downloaded into the bucket. @returns how many */
export async function moveExports({ env, repository }: Exports): Promise<number> {
  const mover = createObjectMover(env, 'exports');
  let count = 0;
  for (const id of await repository.listReady()) {
    const isNeeded = async () => (await repository.find(id))?.status === 'ready';
    if ((await mover.move(getStoreKey(id), isNeeded)).is === 'moved') count += 1;
  }
  await mover.close();
  return count;
}
