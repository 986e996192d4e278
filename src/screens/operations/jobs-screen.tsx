import { Alert, Button, Skeleton } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import { jobsData } from '@/features/operations/job/job-feature';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { FailedJobs } from './jobs/failed-jobs';
import { Renewals } from './jobs/renewals';
import { RetriedJobs } from './jobs/retried-jobs';
import { SetAsideFiles } from './jobs/set-aside-files';

/** Background work: what failed, what was set aside, and the renewals of subscriptions. */
export function JobsScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(jobsData.select);
  const reload = () => dispatch(jobsData.requested());
  return (
    <>
      <PageTitle title="Jobs" />
      <ConsolePage
        title="Jobs"
        note={
          data
            ? `Background work of the site. ${pluralise(data.waiting, 'job is', 'jobs are')} waiting to run, scheduled ones included.`
            : 'Background work of the site.'
        }
        actions={<Button onClick={reload}>Refresh</Button>}
      >
        {status === 'failed' && (
          <Alert type="error" showIcon title={error?.message} action={<Button onClick={reload}>Try again</Button>} />
        )}
        {!data && status !== 'failed' && <Skeleton active />}
        {data && (
          <>
            <FailedJobs rows={data.failed} />
            <RetriedJobs rows={data.retried} />
            <SetAsideFiles rows={data.files} />
            <Renewals rows={data.renewals} />
          </>
        )}
      </ConsolePage>
    </>
  );
}
