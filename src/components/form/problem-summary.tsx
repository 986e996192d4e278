import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import noteStyles from '../basic/note.module.css';
import styles from './problem-summary.module.css';

export interface Problem {
  text: string;
  controlId?: string;
}

interface ProblemSummaryProps {
  problems: Problem[];
  /** A new number for each attempt to submit; 0 before the first. A failed attempt moves the focus here once. */
  attempt: number;
}

/** ux.md G-11. */
export function ProblemSummary({ problems, attempt }: ProblemSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  const isDue = useRef(false);
  const isEmpty = problems.length === 0;
  useEffect(() => {
    if (attempt !== seen.current) isDue.current = attempt > 0;
    seen.current = attempt;
    // Only once per attempt: a problem that returns while the user types must not take the focus.
    if (!isDue.current || isEmpty) return;
    isDue.current = false;
    box.current?.focus();
  }, [attempt, isEmpty]);
  if (isEmpty) return null;
  return (
    <div ref={box} className={cx(noteStyles.note, noteStyles.danger, styles.box)} role="alert" tabIndex={-1}>
      <Icon of={CircleAlert} size={16} />
      <ul className="grow">
        {problems.map(({ text, controlId }) => (
          <li key={text}>
            {controlId ? (
              <button type="button" className="link" onClick={() => focusControl(controlId)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusControl(controlId: string): void {
  const control = document.getElementById(controlId);
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
