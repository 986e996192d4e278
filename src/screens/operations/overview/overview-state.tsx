import { Alert, Button, Skeleton } from 'antd';
import { siteOverview } from '@/features/operations/overview/overview-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Loading and failure of the numbers about the site. */
export function OverviewState() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(siteOverview.select);
  if (status === 'failed') {
    const retry = <Button onClick={() => dispatch(siteOverview.requested())}>Try again</Button>;
    return <Alert type="error" showIcon title={error?.message} action={retry} />;
  }
  return data ? null : <Skeleton active />;
}
