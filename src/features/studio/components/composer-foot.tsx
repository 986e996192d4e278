import { Button } from '@/components/button';
import { paths } from '@/config/paths';
import { useAppSelector } from '@/store/hooks';
import { isOut, type Draft } from '../draft';
import type { StoreAs } from '../draft-wire';
import { selectDraft, selectSaving } from '../studio-slice';
import styles from './composer.module.css';

interface ComposerFootProps {
  /** False while documents are being checked: until then it is kept on this device only. */
  mayPublish: boolean;
  onStore: (as: StoreAs) => void;
}

/** The buttons that store the post; they stay in sight at the foot of the form. */
export function ComposerFoot({ mayPublish, onStore }: ComposerFootProps) {
  const draft = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const isBusy = (as: StoreAs) => saving.status === 'pending' && saving.as === as;
  return (
    <div className={styles.foot}>
      <Button variant="ghost" href={paths.creator.posts}>
        {draft.id === null ? 'Close' : 'Cancel'}
      </Button>
      {!isOut(draft) && (
        <Button disabled={!mayPublish} busy={isBusy('draft')} busyLabel="Saving" onClick={() => onStore('draft')}>
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
