import { UploadRow, type UploadRowProps } from '@/components/form/upload-row';
import { useFileField } from '@/components/hooks/use-file-field';
import { selectCan } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { DraftFile, FileSlot } from '../draft';
import { acceptedTypes, selectKnowsKinds } from '../file-rules';
import { fileChosenAgain, filePaused, fileRemoved, fileRetried, selectOpenKey } from '../studio-slice';

interface DraftUploadProps extends Pick<UploadRowProps, 'className' | 'sortable' | 'grip' | 'note'> {
  file: DraftFile;
  slot: FileSlot;
}

/** A file of the open draft: how far it is, and what can be done about it. */
export function DraftUpload({ file, slot, ...row }: DraftUploadProps) {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const canResume = useAppSelector(selectCan('resumableUploads'));
  const knowsKinds = useAppSelector(selectKnowsKinds);
  const { localId } = file;
  const place = { key, slot, localId };
  const picker = useFileField({
    accept: acceptedTypes(file.kind, knowsKinds).join(','),
    testId: `choose-again-${slot}`,
    onFiles: ([chosen]) => chosen && dispatch(fileChosenAgain({ place, file: chosen })),
  });
  const goOn = () => dispatch(fileRetried(place));
  return (
    <UploadRow
      {...row}
      name={file.name}
      kind={file.kind}
      thumb={file.previewUrl}
      state={file.status}
      loaded={file.progress * file.size}
      total={file.size}
      secondsLeft={file.secondsLeft}
      error={file.error ?? undefined}
      onRetry={file.canRetry ? goOn : undefined}
      onPause={canResume ? () => dispatch(filePaused(place)) : undefined}
      onResume={goOn}
      onChoose={picker.open}
      onRemove={() => dispatch(fileRemoved({ slot, localId }))}
    >
      {file.status === 'missing' && picker.field}
    </UploadRow>
  );
}
