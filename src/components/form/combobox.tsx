import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './combobox.module.css';

export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Attributes of the field by WAI-ARIA's combobox pattern. The field itself handles keys. @param count 0 when closed */
export const comboboxProps = (listId: string, count: number, marked: number) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': count > 0,
    'aria-controls': count > 0 ? listId : undefined,
    'aria-activedescendant': marked >= 0 && marked < count ? getOptionId(listId, marked) : undefined,
    spellCheck: false,
  }) as const;

interface ComboboxListProps {
  id: string;
  label: string;
  className?: string;
  children: ReactNode;
}

export const ComboboxList = ({ id, label, className, children }: ComboboxListProps) => (
  // Keeps the focus in the field: a blur would close the list before the press ends.
  <div
    id={id}
    className={cx(styles.list, className)}
    role="listbox"
    aria-label={label}
    onPointerDown={(event) => event.preventDefault()}
  >
    {children}
  </div>
);

export const ComboboxNothing = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={cx(styles.list, styles.nothing, 'sm', 'muted', className)}>{children}</p>
);

interface ComboboxOptionProps {
  id: string;
  isMarked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export const ComboboxOption = ({ id, isMarked, onChoose, children }: ComboboxOptionProps) => (
  // The field handles its keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    id={id}
    role="option"
    aria-selected={isMarked}
    tabIndex={-1}
    className={cx('row', styles.option)}
    ref={(element) => {
      if (isMarked) element?.scrollIntoView({ block: 'nearest' });
    }}
    onClick={onChoose}
  >
    {children}
  </div>
);
