import Link from 'next/link';
import { paths } from '@/config/paths';

export const TermsNote = ({ when }: { when: string }) => (
  <p className="xs muted">
    {when} you agree to the{' '}
    <Link className="link" href={paths.page('terms-of-service')} target="_blank" rel="noopener">
      terms<span className="sr"> (opens in a new tab)</span>
    </Link>{' '}
    and have read the{' '}
    <Link className="link" href={paths.page('privacy-policy')} target="_blank" rel="noopener">
      privacy policy<span className="sr"> (opens in a new tab)</span>
    </Link>
    .
  </p>
);
