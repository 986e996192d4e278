import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch } from '@/store/hooks';
import { securityRequested } from '../security-slice';

interface MissingPartProps {
  part: { error: ApiFailure | null };
  failedTitle: string;
  skeleton?: 'person';
  skeletonCount: number;
}

export function MissingPart({ part, failedTitle, skeleton, skeletonCount }: MissingPartProps) {
  const dispatch = useAppDispatch();
  if (!part.error) return <Skeleton kind={skeleton} count={skeletonCount} />;
  return <ErrorState title={failedTitle} text={part.error.message} onRetry={() => dispatch(securityRequested())} />;
}
