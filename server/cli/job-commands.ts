import type { FailedJob } from '../jobs/failed-jobs';
import { explainNotFound, type OperatorCommand } from './operator-command';

export const jobCommands: Record<string, OperatorCommand> = {
  jobs: {
    takes: '',
    says: 'lists the jobs that failed on every attempt',
    async run(_services, _args, { jobs }) {
      const [failed, { waiting }] = await Promise.all([jobs.listFailed(), jobs.counts()]);
      const rest = `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'} or repeat.`;
      return failed.length === 0 ? `No job has failed. ${rest}` : `${failed.map(describeJob).join('\n')}\n${rest}`;
    },
  },
  'jobs retry': {
    takes: '<id>',
    permission: 'manageJobs',
    says: 'gives a failed job one more attempt',
    async run({ failedJobs }, [id = ''], { operator }) {
      await failedJobs.retry(id, operator).catch(explainNotFound(`There is no failed job ${id}.`));
      return `${id} will run again.`;
    },
  },
  'jobs discard': {
    takes: '<id>',
    permission: 'manageJobs',
    says: 'removes a failed job from the list for good',
    async run({ failedJobs }, [id = ''], { operator }) {
      await failedJobs.discard(id, operator).catch(explainNotFound(`There is no failed job ${id}.`));
      return `${id} was removed.`;
    },
  },
  renewals: {
    takes: '',
    says: 'prints the state of subscription renewals',
    async run({ subscription }) {
      const lines = (await subscription.readRenewals()).map(({ kind, paid, due, underWay, retried, nextTry }) => {
        const retry = nextTry === null ? '' : `, the next on ${nextTry.toISOString()}`;
        return `${kind}: ${paid} paid, ${due} due, ${underWay} open, ${retried} in a retry${retry}`;
      });
      return lines.join('\n');
    },
  },
};

const describeJob = ({ id, name, attempts, failedAt, requestId, message }: FailedJob) =>
  `${id}  ${failedAt.toISOString()}  ${name}, ${attempts} attempts${requestId ? `, request ${requestId}` : ''}: ${message}`;
