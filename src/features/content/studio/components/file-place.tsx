import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { useDrop } from '@/components/hooks/use-drop';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import type { FileKind } from '../draft';
import { controlIds, type DraftProblems } from '../draft-problems';
import { selectDraft } from '../studio-slice';
import { useFilePicker, useIntake } from './file-intake';
import { FileTray } from './file-tray';
import styles from './editor.module.css';

interface FilePlaceProps {
  problems: DraftProblems;
  kind: FileKind;
  /** Several may be picked at once. */
  multiple?: boolean;
  icon: LucideIcon;
  /** `Drop the video here` */
  title: string;
  hint: string;
  /** `Choose a video` */
  button: string;
}

/** Where the files of an item go that is made of one kind of them: an inviting place first, then their rows. */
export function FilePlace({ problems, kind, multiple = false, icon, title, hint, button }: FilePlaceProps) {
  const { files } = useAppSelector(selectDraft);
  const intake = useIntake();
  const take = (picked: File[]) =>
    intake(kind === 'file' ? picked.slice(0, 1) : picked, kind === 'file' ? { kind } : {});
  const { isOver, ...drop } = useDrop(take, true);
  const picker = useFilePicker('files', kind, multiple);
  const isEmpty = files.length === 0;
  const isAsked = useRef(false);
  // The button that was pressed makes room for the rows: keys go on from there.
  useEffect(() => {
    if (!isEmpty && isAsked.current) document.getElementById(controlIds.files)?.focus({ preventScroll: true });
    isAsked.current = false;
  }, [isEmpty]);
  return (
    <div className={cx(isOver && styles.over)} {...drop}>
      {!isEmpty ? (
        <FileTray problems={problems} />
      ) : (
        <div id={controlIds.files} tabIndex={-1} className={cx(styles.place, problems.files && styles.placeWrong)}>
          <Icon of={icon} size={28} />
          <p className="strong">{title}</p>
          <p className="sm muted">{hint}</p>
          <Button
            variant="soft"
            onClick={() => {
              isAsked.current = true;
              picker.open();
            }}
          >
            {button}
          </Button>
          {problems.files && <p className={styles.problem}>{problems.files}</p>}
          {picker.field}
        </div>
      )}
    </div>
  );
}
