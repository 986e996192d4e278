import { useRef, type ReactNode } from 'react';

interface FileFieldOptions {
  /** What the dialog offers; without it, everything. */
  accept?: string;
  multiple?: boolean;
  /** Names it where no button beside it does. */
  label?: string;
  testId?: string;
  onFiles: (files: File[]) => void;
}

/** A hidden field for files, and the way to open its dialog. The same file may be picked again. */
export function useFileField({ accept, multiple, label, testId, onFiles }: FileFieldOptions): {
  open: () => void;
  field: ReactNode;
} {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        data-testid={testId}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    ),
  };
}
