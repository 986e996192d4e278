import { CircleAlert, CircleCheck, FileUp } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { cx } from '@/lib/cx';
import { formatBytes } from '@/lib/format-bytes';
import styles from './auth-forms.module.css';

interface DocumentPickerProps {
  label: string;
  hint: string;
  file: File | null;
  /** What is wrong with the chosen one, or that one is missing. */
  problem?: string | undefined;
  onPick: (file: File | null) => void;
}

/** One paper to send: says what is wanted before, and what was chosen after. */
export function DocumentPicker({ label, hint, file, problem, onPick }: DocumentPickerProps) {
  return (
    <label className={styles.pick}>
      <Icon of={problem ? CircleAlert : file ? CircleCheck : FileUp} className={cx(file && !problem && styles.done)} />
      <span>
        <b>{label}</b>
        <small>{file ? `${file.name}, ${formatBytes(file.size)}` : hint}</small>
        {problem && (
          <small role="alert" className={styles.problem}>
            {problem}
          </small>
        )}
      </span>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => onPick(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}
