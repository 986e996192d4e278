import { Search, X } from 'lucide-react';
import { useId, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './search-field.module.css';
import { useFocusOnMount } from '../hooks/use-focus';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  size?: 'md' | 'lg';
  takesFocus?: boolean;
  className?: string;
  inputProps?: ComponentProps<'input'>;
  children?: ReactNode;
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onChange, onSubmit, size = 'md', takesFocus = false, className } = props;
  const { inputProps, children } = props;
  const id = useId();
  const field = useFocusOnMount<HTMLInputElement>(takesFocus);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.(value);
  };
  return (
    <form
      className={cx(styles.search, size === 'lg' && styles.lg, className)}
      aria-label={label}
      role="search"
      noValidate
      onSubmit={handleSubmit}
    >
      <Icon of={Search} className={styles.glass} />
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className={styles.input}
        placeholder={placeholder ?? label}
        value={value}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        {...inputProps}
      />
      {value !== '' && (
        <button type="button" className={styles.clear} aria-label="Clear search" onClick={() => onChange('')}>
          <Icon of={X} />
        </button>
      )}
      {children}
    </form>
  );
}
