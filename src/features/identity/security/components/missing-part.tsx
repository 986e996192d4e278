import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch } from '@/store/hooks';
import { securityRequested } from '../security-slice';

interface MissingPartProps {
  part: { error: ApiFailure | null };
  /** `Your devices did not load` */
  failedTitle: string;
  skeleton?: 'person';
  skeletonCount: number;
}

/** Stands where a part of the page is not there: it is on its way, or it did not load. */
export function MissingPart({ part, failedTitle, skeleton, skeletonCount }: MissingPartProps) {
  const dispatch = useAppDispatch();
  if (!part.error) return <Skeleton kind={skeleton} count={skeletonCount} />;
  return <ErrorState title={failedTitle} text={part.error.message} onRetry={() => dispatch(securityRequested())} />;
}
