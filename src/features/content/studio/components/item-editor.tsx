import { CircleAlert, Clock } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/basic/button';
import { LeaveGuard } from '@/components/states/leave-guard';
import { Note } from '@/components/basic/note';
import { ProblemSummary, type Problem } from '@/components/form/problem-summary';
import { Form } from '@/components/form/form';
import { getNoun } from '@/config/item-names';
import { defaultModal } from '@/config/modal';
import { paths } from '@/config/paths';
import { getDocumentReview, getReviewTimeText } from '@/features/identity/auth/document-review-selectors';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { hasUnsavedFiles, wasPublished, isUploading, type Draft } from '../draft';
import {
  controlIds,
  isOnlyUploading,
  getFieldErrors,
  selectCanWait,
  type DraftField,
  type DraftProblems,
} from '../draft-problems';
import { CHANGED_ELSEWHERE } from '../draft-submission';
import { type StoreAs } from '../studio-kind';
import { studioKinds } from '../studio-kinds';
import {
  draftClosed,
  editorOpened,
  selectDraft,
  selectIsLockedElsewhere,
  selectOpenKey,
  selectSaving,
  storeRequested,
} from '../studio-slice';
import { EditorFoot, useIsVerified } from './editor-foot';
import { editorSections } from './editor-sections';
import { DraftPreview } from './draft-preview';
import { WaitsForFilesContext } from './file-tray';
import { KeptNote } from './kept-note';
import styles from './editor.module.css';

export function ItemEditor() {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const draft = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const isElsewhere = useAppSelector(selectIsLockedElsewhere(key));
  const isVerified = useIsVerified();
  const { shown, summary, attempt, store, overwrite, waitsAs, stopWaiting } = useStoring();
  return (
    <div className={styles.composer}>
      <Form className={styles.form}>
        {!isVerified && <UntilApproved />}
        <KeptNote />
        <ProblemSummary problems={summary} attempt={attempt} />
        {saving.error?.code === CHANGED_ELSEWHERE && (
          <div className="row row--wrap">
            <Button onClick={overwrite}>Keep mine</Button>
            <Button
              onClick={() => {
                dispatch(draftClosed({ key }));
                dispatch(editorOpened({ kind: draft.kind, id: key }));
              }}
            >
              Discard mine and open it again
            </Button>
          </div>
        )}
        {/* Changes would be lost while the draft is being stored, or while another tab writes it. */}
        <div className={styles.sections} inert={saving.status === 'pending' || waitsAs !== null || isElsewhere}>
          <WaitsForFilesContext value={waitsAs !== null}>
            {editorSections[draft.kind].map((Section, index) => (
              <Section key={index} problems={shown} />
            ))}
          </WaitsForFilesContext>
        </div>
        {waitsAs !== null && (
          <Note icon={Clock} tone="accent">
            {waitsAs === 'draft' ? 'This is saved' : 'This goes out'} once the files have uploaded. Stay on this page.{' '}
            <button type="button" className="link" onClick={stopWaiting}>
              Not yet
            </button>
          </Note>
        )}
        {!isElsewhere && <EditorFoot words={getFootText(draft)} waitsAs={waitsAs} onStore={store} />}
      </Form>
      <DraftPreview />
      <LeaveGuard
        when={isElsewhere ? null : waitsAs ? 'leaving' : getLeaveGuard(draft, saving.status === 'pending')}
        onLeave={() => {
          // Unlike changes to a stored item, a new item is kept on this device.
          if (draft.id !== null) dispatch(draftClosed({ key }));
        }}
      >
        {draft.id === null ? (
          <p>
            If you leave now, this {getNoun(draft.kind)} is not published or saved. You can come back and finish it.
          </p>
        ) : (
          <p>What you changed in this {getNoun(draft.kind)} is not saved yet.</p>
        )}
      </LeaveGuard>
    </div>
  );
}

function getFootText(draft: Draft) {
  const close = draft.id === null ? 'Close' : defaultModal.cancelText;
  if (wasPublished(draft)) return { close, publish: 'Save changes', publishing: 'Saving' };
  const isWaiting = draft.state === 'scheduled';
  const publish = !draft.isLater ? 'Publish now' : isWaiting ? 'Save changes' : 'Schedule';
  return { close, draft: isWaiting ? 'Move to drafts' : 'Save draft', publish, publishing: 'Saving' };
}

function UntilApproved() {
  const me = useAppSelector(selectCurrentUser);
  const { documentReviewDays } = useAppSelector(selectSettings);
  if (!me?.isPerformer) return null;
  const { state } = getDocumentReview(me);
  if (state === 'waiting')
    return (
      <Note icon={Clock} tone="accent">
        You can write and save drafts now. You can publish once your documents are approved
        {getReviewTimeText(documentReviewDays)}.
      </Note>
    );
  return (
    <Note icon={CircleAlert} tone="warn">
      You can write and save drafts now. To publish,{' '}
      <Link className="link" href={`${paths.creator.account}?section=documents`}>
        {state === 'rejected' ? 'upload your documents again' : 'upload your documents'}
      </Link>
      .
    </Note>
  );
}

/** A new item and its uploads are kept on other pages; changes to a stored item would be lost there. */
function getLeaveGuard(draft: Draft, isSaving: boolean): 'leaving' | 'closing' | null {
  if (isSaving) return isUploading(draft) ? 'closing' : null;
  if (!draft.isChanged) return null;
  if (draft.id !== null) return 'leaving';
  return hasUnsavedFiles(draft) ? 'closing' : null;
}

function useStoring() {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const { minimumPpvPrice: minPrice, maximumPpvPrice: maxPrice } = useAppSelector(selectSettings);
  const [attempt, setAttempt] = useState(0);
  const [lastAs, setLastAs] = useState<StoreAs>('draft');
  const [waitsAs, setWaitsAs] = useState<StoreAs | null>(null);
  const canWait = useAppSelector(selectCanWait(draft.kind));
  const keepsDetails = useAppSelector(selectHasExtension('postDetails'));
  const canHaveNoText = useAppSelector(selectHasExtension('wordlessPosts'));
  const canClear = useAppSelector(selectHasExtension('clearableFields'));
  const rules = { minPrice, maxPrice, canWait, canHaveNoText, keepsDetails, canClear };
  const problems = studioKinds[draft.kind].getProblems(draft, rules);
  const refused = getFieldErrors(saving.error);
  const shown: DraftProblems = { ...refused.fields, ...(attempt > 0 && problems) };
  const summary: Problem[] = Object.entries(shown).map(([field, text]) => ({
    text,
    controlId: field === 'files' && draft.files.length === 0 ? controlIds.text : controlIds[field as DraftField],
  }));
  if (refused.other) summary.push({ text: refused.other });
  const isElsewhere = useAppSelector(selectIsLockedElsewhere(useAppSelector(selectOpenKey)));
  const store = (as: StoreAs) => {
    const isWaiting = isOnlyUploading(problems);
    const isStopped = !isWaiting && Object.keys(problems).length > 0;
    setWaitsAs(isWaiting ? as : null);
    setAttempt(isStopped ? attempt + 1 : 0);
    if (isWaiting || isStopped) return;
    setLastAs(as);
    dispatch(storeRequested({ as }));
  };
  const storeWaiting = useEffectEvent(() => waitsAs && store(waitsAs));
  const isWaitOver = waitsAs !== null && !isElsewhere && !isOnlyUploading(problems);
  useEffect(() => void (isWaitOver && storeWaiting()), [isWaitOver]);
  // The action that waits for uploads must not apply to changes made in another tab.
  useEffect(() => void (isElsewhere && setWaitsAs(null)), [isElsewhere]);
  const overwrite = () => dispatch(storeRequested({ as: lastAs, overwrites: true }));
  const stopWaiting = () => setWaitsAs(null);
  return { shown, summary, attempt: attempt * 2 + (saving.error ? 1 : 0), store, overwrite, waitsAs, stopWaiting };
}
