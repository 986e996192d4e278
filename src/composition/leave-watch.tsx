import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { addLeaveQuestion } from '@/components/states/leave-questions';
import { useLeaveQuestions } from '@/components/states/use-leave-questions';
import type { StoreState } from '@/store/state';
import { useAppSelector } from '@/store/hooks';

type Drafts = StoreState['studio']['writing']['drafts'];
type DraftFile = Drafts[string]['files'][number];

const isUnsaved = ({ storedId, upload }: DraftFile): boolean =>
  storedId === null && !['processing', 'ready', 'failed'].includes(upload.step);

/** True if files were picked or recorded but are neither saved nor uploaded. Features of pages not opened yet have no state. */
function selectHasUnsentFiles({ studio, message, liveReplay }: Partial<StoreState>): boolean {
  const drafts = Object.values(studio?.writing.drafts ?? {});
  const attached = Object.values(message?.attachments ?? {});
  return (
    drafts.some(({ files, thumbnail, teaser }) => [files, thumbnail, teaser].flat().some(isUnsaved)) ||
    attached.some((files) => files.length > 0) ||
    Object.values(liveReplay ?? {}).some(({ status }) => status !== 'sent')
  );
}

/**
 * Asks before leaving the page or a logout loses data: a logout drops the picked files of all pages. Loaded after the page,
 * because nothing can be lost earlier.
 */
export function LeaveWatch() {
  useLeaveQuestions();
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
  );
}
