import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { LeaveGuard } from '@/components/states/leave-guard';
import { addLeaveQuestion } from '@/components/states/leave-questions';
import { useLeaveQuestions } from '@/components/states/use-leave-questions';
import { hasUnsavedFiles } from '@/features/content/studio/draft';
import type { StoreState } from '@/store/state';
import { useAppSelector } from '@/store/hooks';

type Drafts = StoreState['studio']['writing']['drafts'];
type DraftFile = Drafts[string]['files'][number];

const isUnsaved = ({ storedId, upload }: DraftFile): boolean =>
  storedId === null && !['processing', 'ready', 'failed'].includes(upload.step);

const hasAttachments = ({ message }: Partial<StoreState>): boolean =>
  Object.values(message?.attachments ?? {}).some((files) => files.length > 0);

const hasUnsentReplays = ({ liveReplay }: Partial<StoreState>): boolean =>
  Object.values(liveReplay ?? {}).some(({ status }) => status !== 'sent');

/**
 * Most files of drafts survive: they are saved on the device. Another tab keeps those of the drafts that it writes. The only copy
 * of a recording may be in memory.
 */
function selectLosesFilesOnClose(state: Partial<StoreState>): boolean {
  const drafts = Object.entries(state.studio?.writing.drafts ?? {});
  const elsewhere = state.studio?.writing.elsewhere ?? {};
  return (
    hasAttachments(state) ||
    hasUnsentReplays(state) ||
    drafts.some(([key, draft]) => !(key in elsewhere) && hasUnsavedFiles(draft))
  );
}

/** True if files were picked or recorded but are neither saved nor uploaded. Features of pages not opened yet have no state. */
function selectHasUnsentFiles(state: Partial<StoreState>): boolean {
  const drafts = Object.values(state.studio?.writing.drafts ?? {});
  return (
    drafts.some(({ files, thumbnail, teaser }) => [files, thumbnail, teaser].flat().some(isUnsaved)) ||
    hasAttachments(state) ||
    hasUnsentReplays(state)
  );
}

/**
 * Asks before leaving the page, closing the tab or a logout loses data: the last two drop the picked files of all pages. Loaded
 * after the page, because nothing can be lost earlier.
 */
export function LeaveWatch() {
  useLeaveQuestions();
  const losesFilesOnClose = useAppSelector(selectLosesFilesOnClose);
  const hasUnsentFiles = useAppSelector(selectHasUnsentFiles);
  const [logOut, setLogOut] = useState<(() => void) | null>(null);
  const confirmLeaveWithFiles = useEffectEvent((leave: () => void) => {
    if (hasUnsentFiles) setLogOut(() => leave);
    return hasUnsentFiles;
  });
  useEffect(() => addLeaveQuestion((leave) => confirmLeaveWithFiles(leave), 'account'), []);
  const handleLogOut = () => {
    setLogOut(null);
    logOut?.();
  };
  return (
    <>
      <LeaveGuard when={losesFilesOnClose ? 'closing' : null} />
      <Sheet open={logOut !== null} onClose={() => setLogOut(null)} title="Log out and lose files?">
        <p>Files you picked or recorded are not saved or sent yet. They are gone after you log out.</p>
        <FormFoot>
          <div className="row row--end">
            <Button variant="ghost" onClick={handleLogOut}>
              Log out
            </Button>
            <Button variant="primary" onClick={() => setLogOut(null)}>
              Stay
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </>
  );
}
