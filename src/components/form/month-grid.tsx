import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import {
  addDays,
  addMonths,
  formatLongDay,
  formatMonth,
  getMonth,
  moveMonths,
  getWeekday,
  getWeeks,
} from '@/lib/calendar';
import { cx } from '@/lib/cx';
import { IconButton } from '../basic/icon-button';
import styles from './month-grid.module.css';

interface MonthGridProps {
  /** One day, or the first and last day of a range, as `2026-11-21`. */
  chosen: readonly string[];
  today: string;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Arrows move by day and week, Home and End within the week, Page Up and Down by month. Only one day is in the tab order. */
export function MonthGrid({ chosen, today, min, max, onPick }: MonthGridProps) {
  const [at, setAt] = useState(clamp(chosen[0] ?? today, min, max));
  const isMoving = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const titleId = useId();
  const month = getMonth(at);
  // The day that a key moves to may exist only after this render.
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  });

  const handleKey = (event: KeyboardEvent) => {
    const next = dayAfterKey[event.key]?.(at);
    if (next === undefined) return;
    event.preventDefault();
    const inside = clamp(next, min, max);
    isMoving.current = inside !== at;
    setAt(inside);
  };
  const showMonth = (count: number) => setAt(clamp(moveMonths(at, count), min, max));
  const isPublished = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max);
  const [first = '', last = first] = chosen;
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          disabled={min !== undefined && addMonths(month, -1) < getMonth(min)}
          onClick={() => showMonth(-1)}
        />
        <p id={titleId} className={styles.month} aria-live="polite">
          {formatMonth(month)}
        </p>
        <IconButton
          icon={ChevronRight}
          label="Next month"
          disabled={max !== undefined && addMonths(month, 1) > getMonth(max)}
          onClick={() => showMonth(1)}
        />
      </div>
      <table ref={grid} aria-labelledby={titleId} className={styles.grid}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getWeeks(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                <td key={weekdays[index]}>
                  {day !== null && (
                    <button
                      type="button"
                      className={cx(styles.day, day > first && day < last && styles.between)}
                      aria-label={formatLongDay(day)}
                      aria-pressed={chosen.includes(day)}
                      aria-current={day === today ? 'date' : undefined}
                      tabIndex={day === at ? 0 : -1}
                      disabled={isPublished(day)}
                      onKeyDown={handleKey}
                      onClick={() => {
                        setAt(day);
                        onPick(day);
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function clamp(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

const dayAfterKey: Record<string, ((day: string) => string) | undefined> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -getWeekday(day)),
  End: (day) => addDays(day, 6 - getWeekday(day)),
  PageUp: (day) => moveMonths(day, -1),
  PageDown: (day) => moveMonths(day, 1),
};
