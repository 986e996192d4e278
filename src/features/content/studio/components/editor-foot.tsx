import { Button } from '@/components/basic/button';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { studioNames } from '@/config/item-names';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import type { StoreAs } from '../studio-kind';
import { selectDraft, selectSaving } from '../studio-slice';
import styles from './editor.module.css';

export function useIsVerified(): boolean {
  const me = useAppSelector(selectCurrentUser);
  return me?.isPerformer === true && me.verifiedDocument;
}

interface EditorFootProps {
  words: { close: string; draft?: string; publish: string; publishing: string };
  /** While files upload: how the item will be stored afterwards. */
  waitsAs?: StoreAs | null;
  onStore: (as: StoreAs) => void;
}

export function EditorFoot({ words, waitsAs = null, onStore }: EditorFootProps) {
  const { kind } = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const canPublish = useIsVerified();
  const foot = useFootRoom<HTMLDivElement>();
  const isBusy = (as: StoreAs) => waitsAs === as || (saving.status === 'pending' && saving.as === as);
  const busyLabel = (label: string) => (waitsAs === null ? label : 'Waiting for files');
  return (
    <div className={cx('row row--end', styles.foot)} ref={foot}>
      <Button variant="ghost" href={studioNames[kind].own.list}>
        {words.close}
      </Button>
      {words.draft && (
        <Button busy={isBusy('draft')} busyLabel={busyLabel('Saving')} onClick={() => onStore('draft')}>
          {words.draft}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={!canPublish}
        busy={isBusy('published')}
        busyLabel={busyLabel(words.publishing)}
        onClick={() => onStore('published')}
      >
        {words.publish}
      </Button>
    </div>
  );
}
