import { ChartNoAxesColumn, Film, Headphones, ImagePlus, Radio } from 'lucide-react';
import type { ClipboardEvent, ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { useDrop } from '@/components/hooks/use-drop';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format-count';
import { controlIds, type DraftProblems } from '../draft-problems';
import { useFilePicker, useAddFiles } from './draft-files';
import { getLikelyTime } from './likely-time';
import { emptyPoll } from './poll-editor';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

const COUNTDOWN_CHARACTERS = 500;

interface EditorWordsProps {
  problems: DraftProblems;
  titleLabel?: string;
  label?: string;
  placeholder?: string;
  children?: ReactNode;
}

export function EditorWords({
  problems,
  titleLabel = 'Title',
  label = 'Text',
  placeholder = 'What would you like to say?',
  children,
}: EditorWordsProps) {
  const [draft, change] = useDraft();
  const intake = useAddFiles();
  const { isOver, ...drop } = useDrop(intake, true);
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    intake(files);
  };
  const left = limits.feedText - draft.text.length;
  // Without files there is no file tray to show their problem.
  const isPost = draft.kind === 'feed';
  const problem = problems.title ?? problems.text ?? (isPost && draft.files.length === 0 ? problems.files : undefined);
  const describedBy = problem ? 'post-text-problem' : undefined;
  return (
    <div className={cx(styles.words, isOver && styles.over)} onPaste={handlePaste} {...drop}>
      <textarea
        id={controlIds.title}
        className={styles.title}
        aria-label={titleLabel}
        aria-invalid={problems.title ? true : undefined}
        placeholder={titleLabel}
        rows={1}
        maxLength={200}
        value={draft.title}
        onChange={(event) => change({ title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
      />
      <textarea
        id={controlIds.text}
        className={styles.write}
        aria-label={label}
        aria-invalid={problems.text ? true : undefined}
        aria-describedby={describedBy}
        placeholder={placeholder}
        maxLength={limits.feedText}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      {left < COUNTDOWN_CHARACTERS && (
        <p className="xs muted num" role="status">
          {left > 0 ? `${formatCount(left)} characters left` : 'You’ve reached the limit.'}
        </p>
      )}
      {problem && (
        <p id={describedBy} className={styles.problem}>
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}

export function PostTools() {
  const [draft, change] = useDraft();
  const photo = useFilePicker('files', 'photo', true);
  const video = useFilePicker('files', 'video');
  const audio = useFilePicker('files', 'audio');
  const media = [
    { kind: 'photo', label: 'Photos', icon: ImagePlus, picker: photo },
    { kind: 'video', label: 'Video', icon: Film, picker: video },
    { kind: 'audio', label: 'Audio', icon: Headphones, picker: audio },
  ] as const;
  return (
    <div className={styles.tools}>
      {draft.files.length === 0 &&
        media.map(({ kind, label, icon, picker }) => (
          <Button key={kind} variant="ghost" size="sm" icon={icon} onClick={picker.open}>
            {label}
          </Button>
        ))}
      {draft.poll === null && (
        <Button variant="ghost" size="sm" icon={ChartNoAxesColumn} onClick={() => change({ poll: emptyPoll })}>
          Poll
        </Button>
      )}
      {draft.showAt === null && (
        <Button variant="ghost" size="sm" icon={Radio} onClick={() => change({ showAt: getLikelyTime() })}>
          Live show
        </Button>
      )}
      <span hidden>
        {photo.field}
        {video.field}
        {audio.field}
      </span>
    </div>
  );
}
