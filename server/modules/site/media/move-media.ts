import pLimit from 'p-limit';
import type { StoreSettings } from '../../../media/create-store';
import { createObjectMover, type MoveResult } from '../../../media/object-mover';
import { storageKey } from './file-variants';
import type { FileRow, MediaRepository } from './media-repository';

const PAGE = 100;
const AT_ONCE = 4;

export interface MoveReport {
  /** Rows of the database that were looked at. */
  files: number;
  moved: number;
  bytes: number;
  /** Keys of objects of which the bucket has other bytes. */
  different: string[];
  /** Paths on this disk, of work that is still going on or of what no row names. */
  left: string[];
}

/**
 * Carries all media of this disk into the bucket while the site runs. The database says which objects there are; a finished or
 * waiting file's objects never change, so that a copy of them stays true.
 */
export async function moveMedia(
  { env, repository }: { env: StoreSettings; repository: Pick<MediaRepository, 'find' | 'listAfter'> },
  onProgress: (report: MoveReport) => void,
): Promise<MoveReport> {
  const mover = createObjectMover(env, 'media');
  const limit = pLimit(AT_ONCE);
  const report: MoveReport = { files: 0, moved: 0, bytes: 0, different: [], left: [] };
  for (let after = ''; ;) {
    const page = await repository.listAfter(after, PAGE);
    for (const file of page) {
      const isNeeded = (key: string) => async () => {
        const current = await repository.find(file.id);
        return current !== null && listKeys(current).includes(key);
      };
      await Promise.all(
        listKeys(file).map((key) => limit(async () => note(report, key, await mover.move(key, isNeeded(key))))),
      );
      report.files += 1;
      onProgress(report);
    }
    const last = page.at(-1);
    if (!last) return { ...report, left: await mover.close() };
    after = last.id;
  }
}

function note(report: MoveReport, key: string, result: MoveResult): void {
  if (result.is === 'differs') report.different.push(key);
  if (result.is !== 'moved') return;
  report.moved += 1;
  report.bytes += result.bytes;
}

/** The original of a video is no variant, but its renditions are made of it. */
const listKeys = ({ id, variants, ladderStatus }: FileRow): string[] => [
  ...new Set([
    ...Object.values(variants).map(({ key }) => key),
    ...(ladderStatus === 'processing' ? [storageKey(id, 'original')] : []),
  ]),
];
