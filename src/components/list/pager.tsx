import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../basic/button';
import styles from './pager.module.css';

interface PagerProps {
  /** The first page is 1. */
  page: number;
  pages: number;
  getHref: (page: number) => string;
  label: string;
}

export function Pager({ page, pages, getHref, label }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      {page > 1 && (
        <Button href={getHref(page - 1)} size="sm" icon={ChevronLeft} rel="prev">
          Previous
        </Button>
      )}
      <span className="sm muted num">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Button href={getHref(page + 1)} size="sm" iconEnd={ChevronRight} rel="next">
          Next
        </Button>
      )}
    </nav>
  );
}
