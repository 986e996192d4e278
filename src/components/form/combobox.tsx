import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './combobox.module.css';

/** The id of a line of a combobox's list, which the field names while it is marked. */
export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * What a field says of its list, as WAI-ARIA's pattern of a combobox has it: whether it is open, where it is, which line is
 * marked. What its keys do is each field's own.
 *
 * @param count - lines that are shown; 0 when it is closed
 * @param marked - index of the marked line; none is marked when there is no such line
 */
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
  /** Where it stands: just below its field. */
  className?: string;
  children: ReactNode;
}

/** The lines a combobox offers, over what stands below its field. */
export const ComboboxList = ({ id, label, className, children }: ComboboxListProps) => (
  // A press must not take the focus away: the list would close before it is let go.
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

/** Says in the list's place that nothing was found. */
export const ComboboxNothing = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={cx(styles.list, styles.nothing, 'sm', 'muted', className)}>{children}</p>
);

interface ComboboxOptionProps {
  /** By `getOptionId`. */
  id: string;
  isMarked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One line of a combobox's list; the marked one is brought into view. */
export const ComboboxOption = ({ id, isMarked, onChoose, children }: ComboboxOptionProps) => (
  // Keys reach it through the field.
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
