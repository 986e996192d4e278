import path from 'node:path';
import { preparedFolder, readPreparedIndex, recipeKey } from '../prepared';
import type { MediaService } from '../../server/modules/site/media/media-service';
import type { SeedContext } from './seed-context';

/**
 * Creates `SeedContext.store`, which copies the prepared files into the media store. @param onStored called after each file
 * with the count so far
 */
export async function createPreparedFiles(
  media: Pick<MediaService, 'storePrepared'>,
  onStored: (count: number) => void,
): Promise<SeedContext['store']> {
  let count = 0;
  const folder = preparedFolder();
  const index = await readPreparedIndex();
  return async (recipe, options) => {
    const prepared = index[recipeKey(recipe)];
    if (!prepared) throw new Error(`No prepared file for ${recipeKey(recipe)}: run node scripts/demo-media.mjs`);
    const { drawing: _drawing, variants, ...facts } = prepared;
    const located = Object.entries(variants).map(([name, { file, ...variant }]) => [
      name,
      { ...variant, path: path.join(folder, file) },
    ]);
    const { id } = await media.storePrepared({ ...facts, variants: Object.fromEntries(located) }, options);
    count += 1;
    onStored(count);
    return id;
  };
}
