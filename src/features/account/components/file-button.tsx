import { useRef } from 'react';
import { Button } from '@/components/button';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { fileChosen, selectSection, type FileSection } from '../account-slice';

interface FileButtonProps {
  section: FileSection;
  label: string;
  accept?: string;
}

/** Chooses a file and sends it at once; says how far it is, and why it was refused. */
export function FileButton({ section, label, accept = 'image/jpeg,image/png,image/webp' }: FileButtonProps) {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const { status, error, progress } = useAppSelector(selectSection(section));
  return (
    <div>
      <Button
        size="sm"
        busy={status === 'pending'}
        busyLabel={`Sending, ${Math.round(toPercent(progress))} %`}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) dispatch(fileChosen({ section, file }));
          event.target.value = '';
        }}
      />
      {error && (
        <p className="xs" role="alert">
          {error.message}
        </p>
      )}
    </div>
  );
}
