import { File, Film, FolderOpen, Headphones, Image as Photo, Pause, Play, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { defaultModal } from '@/config/modal';
import { cx } from '@/lib/cx';
import { formatBytes } from '@/lib/format-bytes';
import { Icon, type Glyph } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import { Meter } from '../list/meter';
import { Picture } from '../media/picture';
import styles from './upload-row.module.css';

export interface UploadRowProps {
  name: string;
  kind: 'photo' | 'video' | 'audio' | 'file';
  thumb?: string | null;
  /** `offline` waits for network or server, `missing` needs its file picked again, `held` is uploaded with its form. */
  state: 'waiting' | 'uploading' | 'offline' | 'paused' | 'missing' | 'processing' | 'ready' | 'failed' | 'held';
  /** Bytes sent so far, while uploading. */
  loaded?: number;
  total?: number;
  secondsLeft?: number | null;
  error?: string;
  note?: ReactNode;
  grip?: ReactNode;
  onRetry?: () => void;
  onPause?: () => void;
  onResume?: () => void;
  onChoose?: () => void;
  /** Omitted for files that can only be replaced. */
  onRemove?: () => void;
  sortable?: boolean;
  className?: string;
  children?: ReactNode;
}

const icons = { photo: Photo, video: Film, audio: Headphones, file: File };

const hasBar: ReadonlySet<UploadRowProps['state']> = new Set(['uploading', 'offline', 'paused', 'missing']);

export function UploadRow(props: UploadRowProps) {
  const { name, kind, thumb, state, loaded = 0, total = 0, note, grip, onRetry, onRemove, sortable, className } = props;
  const { onPause, onResume, onChoose } = props;
  const isMoving = state === 'waiting' || state === 'uploading' || state === 'offline';
  const isOnItsWay = isMoving || state === 'paused' || state === 'missing';
  const sign = <Icon of={icons[kind]} />;
  const percent = total > 0 ? (loaded / total) * 100 : 0;
  return (
    <li
      className={cx('row', styles.row, state === 'failed' && styles.failed, className)}
      data-sort-row={sortable || undefined}
    >
      {grip}
      <span className={styles.thumb}>
        {thumb ? <Picture src={thumb} alt="" width={52} height={52} fallback={sign} /> : sign}
      </span>
      <div className="grow">
        <span className={cx('truncate sm', styles.name)}>{name}</span>
        <span className={cx('xs muted num', styles.state)} role={state === 'failed' ? 'alert' : undefined}>
          {getStatusText(props)}
          {note && <> · {note}</>}
        </span>
        {hasBar.has(state) && (
          <Meter
            size="sm"
            className={styles.meter}
            label={`${name}: ${Math.round(percent)} percent`}
            percent={percent}
          />
        )}
      </div>
      <Act icon={RotateCw} label={`Try ${name} again`} onClick={state === 'failed' && onRetry} />
      <Act icon={Pause} label={`Pause ${name}`} onClick={isMoving && onPause} />
      <Act icon={Play} label={`Continue ${name}`} onClick={state === 'paused' && onResume} />
      <Act icon={FolderOpen} label={`Choose ${name} again`} onClick={state === 'missing' && onChoose} />
      <Act icon={X} label={`${isOnItsWay ? defaultModal.cancelText : 'Remove'} ${name}`} onClick={onRemove} />
      {props.children}
    </li>
  );
}

const Act = ({ onClick, ...rest }: { icon: Glyph; label: string; onClick: (() => void) | false | undefined }) =>
  onClick ? <IconButton {...rest} size="sm" onClick={onClick} /> : null;

function getStatusText({ state, loaded = 0, total = 0, secondsLeft, error }: UploadRowProps): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'uploading':
      return `Uploading, ${formatBytes(loaded)} of ${formatBytes(total)}${secondsLeft ? `, ${getTimeLeftText(secondsLeft)}` : ''}`;
    case 'offline':
      return error ?? `Waiting for the network, ${formatBytes(loaded)} of ${formatBytes(total)}`;
    case 'paused':
      return `Paused, ${formatBytes(loaded)} of ${formatBytes(total)}`;
    case 'missing':
      return 'Choose the file again to continue';
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

/** Rounded, so that the text does not change every second. */
function getTimeLeftText(seconds: number): string {
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} minutes left`;
  return `about ${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds left`;
}
