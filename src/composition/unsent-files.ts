import type { StoreState } from '@/store/state';

type Drafts = StoreState['studio']['writing']['drafts'];
type DraftFile = Drafts[string]['files'][number];

const isUnsaved = ({ storedId, fileId, status }: DraftFile): boolean =>
  storedId === null && fileId === null && status !== 'failed';

/** Whether files that somebody picked are neither saved nor sent. Features whose pages were not opened have no state yet. */
export function selectHasUnsentFiles({ studio, message }: Partial<StoreState>): boolean {
  const drafts = Object.values(studio?.writing.drafts ?? {});
  const attached = Object.values(message?.attachments ?? {});
  return (
    drafts.some(({ files, thumbnail, teaser }) => [files, thumbnail, teaser].flat().some(isUnsaved)) ||
    attached.some((files) => files.length > 0)
  );
}
