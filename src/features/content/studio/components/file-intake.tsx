import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useFileField } from '@/components/hooks/use-file-field';
import { toastShown } from '@/features/site/ui/ui-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { chooseMedia } from '@/lib/file-words';
import { pickedKind } from '@/lib/media-file';
import type { FileKind, FileSlot } from '../draft';
import { acceptedTypes, selectKnowsKinds, toPicked } from '../file-rules';
import { studioKinds } from '../studio-kind';
import { filePicked, selectDraft } from '../studio-slice';

/** Takes files into the draft, wherever they come from; says so when there is no room. */
export function useIntake(): (files: readonly File[], into?: { slot?: FileSlot; kind?: FileKind }) => void {
  const dispatch = useAppDispatch();
  // Read anew for each file: the one before it may have taken the last place.
  const store = useStore<StoreState>();
  return (files, { slot = 'files', kind } = {}) => {
    for (const file of files) {
      const is = kind ?? pickedKind(file);
      if (!is) {
        dispatch(toastShown({ text: chooseMedia, tone: 'error' }));
        continue;
      }
      const draft = selectDraft(store.getState());
      const refusal = slot === 'files' ? studioKinds[draft.kind].refuseMore(draft, is) : null;
      if (refusal) {
        dispatch(toastShown({ text: refusal, tone: 'error' }));
        return;
      }
      dispatch(filePicked({ slot, file, draftFile: toPicked(file, is, slot, selectKnowsKinds(store.getState())) }));
    }
  };
}

/** A hidden file field and the way to open it. */
export function useFilePicker(
  slot: FileSlot,
  kind: FileKind,
  multiple = false,
): { open: () => void; field: ReactNode } {
  const intake = useIntake();
  const knowsKinds = useAppSelector(selectKnowsKinds);
  return useFileField({
    accept: acceptedTypes(kind, knowsKinds).join(','),
    multiple,
    testId: `pick-${slot}-${kind}`,
    onFiles: (files) => intake(files, { slot, kind }),
  });
}
