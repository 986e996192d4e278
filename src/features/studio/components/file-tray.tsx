import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { IconButton } from '@/components/icon-button';
import { Input } from '@/components/input';
import { Panel } from '@/components/panel';
import { UploadRow } from '@/components/upload-row';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch } from '@/store/hooks';
import type { DraftFile, FileKind, FileSlot } from '../draft';
import { fileDescribed, fileMoved, filePicked, fileRemoved } from '../studio-slice';
import styles from './composer.module.css';

const accepts: Record<FileKind, string> = {
  photo: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
  video: 'video/mp4,video/quicktime,video/webm,video/x-matroska',
  audio: 'audio/mpeg,audio/mp4,audio/ogg,audio/wav,audio/aac,audio/flac',
};

/** A hidden file field and the way to open it. */
export function useFilePicker(
  slot: FileSlot,
  kind: FileKind,
  multiple: boolean,
): { open: () => void; field: ReactNode } {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const pick = (files: FileList | null) => {
    for (const file of Array.from(files ?? [])) {
      dispatch(
        filePicked({
          slot,
          file,
          draftFile: {
            localId: crypto.randomUUID(),
            kind,
            name: file.name,
            size: file.size,
            status: 'uploading',
            progress: 0,
            fileId: null,
            previewUrl: kind === 'photo' ? URL.createObjectURL(file) : null,
            alt: '',
            error: null,
          },
        }),
      );
    }
    if (input.current) input.current.value = '';
  };
  return {
    open: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accepts[kind]}
        data-testid={`pick-${slot}-${kind}`}
        onChange={(event) => pick(event.target.files)}
      />
    ),
  };
}

/** The files of a post with their states; pictures can be described and put in order. */
export function FileTray({ files, onAdd, error }: { files: DraftFile[]; onAdd?: () => void; error?: string }) {
  const dispatch = useAppDispatch();
  const count = (status: DraftFile['status']) => files.filter((file) => file.status === status).length;
  const states = [
    [count('ready'), 'ready'],
    [count('uploading'), 'uploading'],
    [count('processing'), 'being prepared'],
    [count('failed'), 'needs you'],
  ]
    .filter(([number]) => Number(number) > 0)
    .map(([number, words]) => `${number} ${words}`);
  return (
    <Panel
      title={pluralise(files.length, 'file')}
      aside={
        onAdd && (
          <Button variant="soft" size="sm" icon={Plus} onClick={onAdd}>
            Add
          </Button>
        )
      }
    >
      <p className="xs muted" role="status">
        {states.join(', ')}
      </p>
      {error && (
        <p className="xs" role="alert">
          {error}
        </p>
      )}
      <ul className={styles.tray}>
        {files.map((file, index) => (
          <FileRow
            key={file.localId}
            file={file}
            onUp={index > 0 ? () => dispatch(fileMoved({ from: index, to: index - 1 })) : undefined}
            onDown={index < files.length - 1 ? () => dispatch(fileMoved({ from: index, to: index + 1 })) : undefined}
            onRemove={() => dispatch(fileRemoved({ slot: 'files', localId: file.localId }))}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface FileRowProps {
  file: DraftFile;
  onUp?: () => void;
  onDown?: () => void;
  onRemove: () => void;
}

function FileRow({ file, onUp, onDown, onRemove }: FileRowProps) {
  const dispatch = useAppDispatch();
  const [isDescribing, setIsDescribing] = useState(false);
  return (
    <>
      <UploadRow
        name={file.name}
        kind={file.kind}
        thumb={file.previewUrl}
        state={file.status}
        loaded={file.progress * file.size}
        total={file.size}
        error={file.error ?? undefined}
        grip={
          (onUp ?? onDown) && (
            <span>
              {onUp && <IconButton size="sm" icon={ArrowUp} label={`Move ${file.name} up`} onClick={onUp} />}
              {onDown && <IconButton size="sm" icon={ArrowDown} label={`Move ${file.name} down`} onClick={onDown} />}
            </span>
          )
        }
        note={
          file.kind === 'photo' && (
            <button type="button" className="link" onClick={() => setIsDescribing(!isDescribing)}>
              {file.alt ? 'description added' : 'describe it for people who cannot see it'}
            </button>
          )
        }
        onRemove={onRemove}
      />
      {isDescribing && (
        <li className={styles.alt}>
          <Field label="Description" hint="What is to see, in a sentence.">
            <Input
              value={file.alt}
              maxLength={500}
              onChange={(event) => dispatch(fileDescribed({ localId: file.localId, alt: event.target.value }))}
            />
          </Field>
        </li>
      )}
    </>
  );
}
