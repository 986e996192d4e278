import { File, Film, Headphones, Image as Photo, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { defaultModal } from '@/config/modal';
import { cx } from '@/lib/cx';
import { formatBytes } from '@/lib/format-bytes';
import { Icon } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import { Meter } from '../list/meter';
import { Picture } from '../media/picture';
import styles from './upload-row.module.css';

interface UploadRowProps {
  name: string;
  kind: 'photo' | 'video' | 'audio' | 'file';
  /** A small picture of it, once there is one. */
  thumb?: string | null;
  /** `held`: it goes up with the form it stands in. */
  state: 'waiting' | 'uploading' | 'processing' | 'ready' | 'failed' | 'held';
  /** Bytes, while uploading. */
  loaded?: number;
  total?: number;
  /** Until it is up, once that can be told. */
  secondsLeft?: number | null;
  /** What went wrong and the way out: `Save it as JPEG or PNG.` */
  error?: string;
  /** After the state: a link "describe it". */
  note?: ReactNode;
  /** Before the picture: a grip to reorder by. */
  grip?: ReactNode;
  onRetry?: () => void;
  /** Cancels or takes it out. */
  onRemove: () => void;
  /** Marks the row for those who put rows in order. */
  sortable?: boolean;
  className?: string;
}

const icons = { photo: Photo, video: Film, audio: Headphones, file: File };

/** One file of the upload tray; place in a list. The bar shows only while bytes move. */
export function UploadRow(props: UploadRowProps) {
  const { name, kind, thumb, state, loaded = 0, total = 0, note, grip, onRetry, onRemove, sortable, className } = props;
  const sign = <Icon of={icons[kind]} />;
  const percent = total > 0 ? (loaded / total) * 100 : 0;
  return (
    <li
      className={cx(styles.row, state === 'failed' && styles.failed, className)}
      data-sort-row={sortable || undefined}
    >
      {grip}
      <span className={styles.thumb}>
        {thumb ? <Picture src={thumb} alt="" width={52} height={52} fallback={sign} /> : sign}
      </span>
      <div className="grow">
        <span className={styles.name}>{name}</span>
        <span className={styles.state} role={state === 'failed' ? 'alert' : undefined}>
          {wordsFor(props)}
          {note && <> · {note}</>}
        </span>
        {state === 'uploading' && (
          <Meter
            size="sm"
            className={styles.meter}
            label={`${name}: ${Math.round(percent)} percent`}
            percent={percent}
          />
        )}
      </div>
      {state === 'failed' && onRetry && (
        <IconButton icon={RotateCw} label={`Try ${name} again`} size="sm" onClick={onRetry} />
      )}
      <IconButton
        icon={X}
        label={`${state === 'uploading' || state === 'waiting' ? defaultModal.cancelText : 'Remove'} ${name}`}
        size="sm"
        onClick={onRemove}
      />
    </li>
  );
}

function wordsFor({ state, loaded = 0, total = 0, secondsLeft, error }: UploadRowProps): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'uploading':
      return `Uploading, ${formatBytes(loaded)} of ${formatBytes(total)}${secondsLeft ? `, ${leftWords(secondsLeft)}` : ''}`;
    case 'processing':
      return 'Uploaded, processing';
    case 'ready':
      return 'Ready';
    case 'held':
      return `${formatBytes(total)}, uploads when you save`;
    case 'failed':
      return error ?? 'The upload stopped.';
  }
}

/** Rounded, so that the words do not change with every second. */
function leftWords(seconds: number): string {
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} minutes left`;
  return `about ${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds left`;
}
