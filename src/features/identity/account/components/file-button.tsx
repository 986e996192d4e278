import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { useFileField } from '@/components/hooks/use-file-field';
import { heicTypes } from '@contract/base/media-kinds';
import { isHeic } from '@/lib/heic';
import { toPercent } from '@/lib/percent';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { fileChosen, type FileSection } from '../account-slice';
import { useSection } from '../use-section';

interface FileButtonProps {
  section: FileSection;
  label: string;
  accept?: string;
}

const selectTakesHeic = selectHasExtension('readableKinds');

const CropSheet = dynamic(() => import('./crop-sheet').then((module) => module.CropSheet), {
  ssr: false,
  loading: LazySheet,
});

export function FileButton({ section, label, accept = 'image/jpeg,image/png,image/webp' }: FileButtonProps) {
  const dispatch = useAppDispatch();
  // If the field does not accept HEIC, phones convert photos to JPEG.
  const takesHeic = useAppSelector(selectTakesHeic) && accept.includes('image/');
  const { status, error, progress } = useSection(section);
  const isCut = section === 'avatar' || section === 'cover';
  const [uncut, setUncut] = useState<File>();
  const send = (file: File) => void dispatch(fileChosen({ section, file }));
  const picker = useFileField({
    label,
    accept: takesHeic ? [accept, ...heicTypes].join() : accept,
    onFiles([file]) {
      // Browsers cannot show HEIC, so such a picture is not cropped here: the server keeps its middle.
      if (file && isCut && !isHeic(file)) setUncut(file);
      else if (file) send(file);
    },
  });
  return (
    <div>
      <Button
        size="sm"
        busy={status === 'pending'}
        busyLabel={`Sending, ${Math.round(toPercent(progress))} %`}
        onClick={picker.open}
      >
        {label}
      </Button>
      {picker.field}
      {uncut && isCut && (
        <CropSheet
          file={uncut}
          section={section}
          onClose={() => setUncut(undefined)}
          onDone={(file) => {
            setUncut(undefined);
            send(file);
          }}
        />
      )}
      {error && (
        <p className="xs" role="alert">
          {error.message}
        </p>
      )}
    </div>
  );
}
