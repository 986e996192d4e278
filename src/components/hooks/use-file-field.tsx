import { useRef, type ReactNode } from 'react';

interface FileFieldOptions {
  accept?: string;
  multiple?: boolean;
  label?: string;
  testId?: string;
  onFiles: (files: File[]) => void;
}

/** A hidden file input, and a function that opens its dialog. The same file can be picked twice in a row. */
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
