import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { paths } from '@/config/paths';

/** Shown to the author of a comment that operators removed. */
export const TakenDown = () => (
  <p className="xs">
    <Badge tone="danger">Removed by the site</Badge>{' '}
    <Link className="link" href={paths.removed}>
      See why, and appeal
    </Link>
  </p>
);
