import type { WorkTurn } from '../../../media/media-tasks';
import type { VariantDeps } from './file-variants';
import { makeLadderVariants, type LadderSource } from './make-ladder-variants';
import { makeVariants, makeWidths, type VariantSource, type WidthSource } from './make-variants';

export type FileWorker = ReturnType<typeof createFileWorker>;

/** Makes the variants of files in the processes for media, and stores them. */
export function createFileWorker(deps: VariantDeps) {
  return {
    make: (source: VariantSource) => makeVariants(deps, source),
    makeWidths: (source: WidthSource, turn: WorkTurn) => makeWidths(deps, source, turn),
    makeLadder: (film: LadderSource) => makeLadderVariants(deps, film),
  };
}
