import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { getNextPlace } from '@/config/next-place';
import { cx } from '@/lib/cx';
import { getNextStep } from '@/lib/next-step';
import { Problem } from '../basic/note';
import { emitPlaceChange } from '../layout/open-sheets';
import styles from './form-foot.module.css';

/** True inside a sheet, where the foot stays in view. */
export const SheetContext = createContext(false);

interface FormFootProps {
  /** Error of the last submit; its code selects the next step to offer. */
  failure?: { message: string; code?: string } | null | undefined;
  notes?: ReactNode;
  children: ReactNode;
}

export function FormFoot({ failure, notes, children }: FormFootProps) {
  const isInSheet = useContext(SheetContext);
  const foot = useRef<HTMLDivElement>(null);
  const message = failure ? [failure.message, getNextStep(failure)].filter(Boolean).join(' ') : null;
  useEffect(() => {
    if (message !== null) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  useFootHeight(foot, isInSheet);
  return (
    <div ref={foot} className={cx(styles.foot, isInSheet && styles.sticky)} data-foot>
      {isInSheet && <div data-notices="foot" className={styles.notices} />}
      {notes}
      <Problem place={failure ? getNextPlace(failure) : undefined}>{message}</Problem>
      {children}
    </div>
  );
}

/** Sets the foot's height as a CSS property of the sheet, so that a focused field scrolls into view above the foot. */
function useFootHeight(foot: RefObject<HTMLDivElement | null>, isInSheet: boolean): void {
  useEffect(() => {
    const element = foot.current;
    const sheet = element?.closest('dialog');
    if (!isInSheet || !element || !sheet) return undefined;
    const sizes = new ResizeObserver(() => sheet.style.setProperty('--h-sheet-foot', `${element.offsetHeight}px`));
    sizes.observe(element);
    emitPlaceChange();
    return () => {
      sizes.disconnect();
      sheet.style.removeProperty('--h-sheet-foot');
      emitPlaceChange();
    };
  }, [foot, isInSheet]);
}
