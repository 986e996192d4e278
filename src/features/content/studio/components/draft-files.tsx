import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { UploadRow, type UploadRowProps } from '@/components/form/upload-row';
import { useFileField } from '@/components/hooks/use-file-field';
import { toastShown } from '@/features/site/ui/ui-slice';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { CHOOSE_MEDIA_TEXT } from '@/lib/file-words';
import { getPickedKind } from '@/lib/media-file';
import type { DraftFile, FileKind, FileSlot } from '../draft';
import { acceptedTypes, selectHasReadableKinds, toPicked } from '../file-rules';
import { studioKinds } from '../studio-kinds';
import { fileChosenAgain, filePicked, fileRetryRequested, selectDraft, selectOpenKey } from '../studio-slice';
import { uploadEvents } from '../upload-reducer';
import { getPosition } from '../upload-step';

export function useAddFiles(): (files: readonly File[], into?: { slot?: FileSlot; kind?: FileKind }) => void {
  const dispatch = useAppDispatch();
  // The draft is read again for each file, because the previous file may have filled it.
  const store = useStore<StoreState>();
  return (files, { slot = 'files', kind } = {}) => {
    for (const file of files) {
      const is = kind ?? getPickedKind(file);
      if (!is) {
        dispatch(toastShown({ text: CHOOSE_MEDIA_TEXT, tone: 'error' }));
        continue;
      }
      const draft = selectDraft(store.getState());
      const refusal = slot === 'files' ? studioKinds[draft.kind].refuseMore(draft, is) : null;
      if (refusal) {
        dispatch(toastShown({ text: refusal, tone: 'error' }));
        return;
      }
      dispatch(
        filePicked({ slot, file, draftFile: toPicked(file, is, slot, selectHasReadableKinds(store.getState())) }),
      );
    }
  };
}

/** @param onPicked called before the files are added to the draft */
export function useFilePicker(
  slot: FileSlot,
  kind: FileKind,
  multiple = false,
  onPicked?: () => void,
): { open: () => void; field: ReactNode } {
  const intake = useAddFiles();
  const knowsKinds = useAppSelector(selectHasReadableKinds);
  return useFileField({
    accept: acceptedTypes(kind, knowsKinds).join(','),
    multiple,
    testId: `pick-${slot}-${kind}`,
    onFiles: (files) => {
      if (files.length > 0) onPicked?.();
      intake(files, { slot, kind });
    },
  });
}

function toRowState({ upload, size }: DraftFile): Pick<UploadRowProps, 'state' | 'loaded' | 'secondsLeft' | 'error'> {
  const loaded = getPosition(upload).progress * size;
  switch (upload.step) {
    case 'queued':
      return { state: 'waiting' };
    case 'sending':
      return { state: 'uploading', loaded, secondsLeft: upload.secondsLeft };
    case 'offline':
      return { state: 'offline', loaded, error: upload.reason ?? undefined };
    case 'held':
      return upload.progress === null ? { state: 'held' } : { state: 'uploading', loaded: upload.progress * size };
    case 'failed':
      return { state: 'failed', error: upload.reason ?? undefined };
    case 'removed':
      return { state: 'failed' };
    default:
      return { state: upload.step, loaded };
  }
}

interface DraftUploadProps extends Pick<UploadRowProps, 'className' | 'sortable' | 'grip' | 'note'> {
  file: DraftFile;
  slot: FileSlot;
  isKept?: boolean;
}

export function DraftUpload({ file, slot, isKept = false, ...row }: DraftUploadProps) {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const canResume = useAppSelector(selectHasExtension('resumableUploads'));
  const knowsKinds = useAppSelector(selectHasReadableKinds);
  const { localId, upload } = file;
  const place = { key, slot, localId };
  const picker = useFileField({
    accept: acceptedTypes(file.kind, knowsKinds).join(','),
    testId: `choose-again-${slot}`,
    onFiles: ([chosen]) => chosen && dispatch(fileChosenAgain({ place, file: chosen })),
  });
  const continueUpload = () => dispatch(fileRetryRequested({ place }));
  return (
    <UploadRow
      {...row}
      name={file.name}
      kind={file.kind}
      thumb={file.previewUrl}
      {...toRowState(file)}
      total={file.size}
      onRetry={upload.step === 'failed' && upload.canRetry ? continueUpload : undefined}
      onPause={canResume ? () => dispatch(uploadEvents.paused({ place })) : undefined}
      onResume={continueUpload}
      onChoose={picker.open}
      onRemove={isKept ? undefined : () => dispatch(uploadEvents.removed({ place }))}
    >
      {upload.step === 'missing' && picker.field}
    </UploadRow>
  );
}
