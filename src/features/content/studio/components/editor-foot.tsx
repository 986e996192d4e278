import { Button } from '@/components/basic/button';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { defaultModal } from '@/config/modal';
import { studioNames } from '@/config/item-names';
import { useAppSelector } from '@/store/hooks';
import { isOut, type Draft } from '../draft';
import type { StoreAs } from '../studio-kind';
import { selectDraft, selectSaving } from '../studio-slice';
import styles from './editor.module.css';

interface EditorFootProps {
  /** False until an operator has approved the creator: drafts are stored, nothing goes out. */
  mayPublish: boolean;
  onStore: (as: StoreAs) => void;
}

/** The buttons that store the post; they stay in sight at the foot of the form. */
export function EditorFoot({ mayPublish, onStore }: EditorFootProps) {
  const draft = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const foot = useFootRoom<HTMLDivElement>();
  const isBusy = (as: StoreAs) => saving.status === 'pending' && saving.as === as;
  return (
    <div className={styles.foot} ref={foot}>
      <Button variant="ghost" href={studioNames[draft.kind].own.list}>
        {draft.id === null ? 'Close' : defaultModal.cancelText}
      </Button>
      {!isOut(draft) && (
        <Button busy={isBusy('draft')} busyLabel="Saving" onClick={() => onStore('draft')}>
          {draft.state === 'scheduled' ? 'Move to drafts' : 'Save draft'}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={!mayPublish}
        busy={isBusy('published')}
        busyLabel="Saving"
        onClick={() => onStore('published')}
      >
        {publishLabel(draft)}
      </Button>
    </div>
  );
}

function publishLabel(draft: Draft): string {
  if (isOut(draft)) return 'Save changes';
  if (!draft.isLater) return 'Publish now';
  return draft.state === 'scheduled' ? 'Save changes' : 'Schedule';
}
