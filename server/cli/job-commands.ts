import type { FailedJob } from '../jobs/failed-jobs';
import type { OperatorCommand } from './operator-command';

export const jobCommands: Record<string, OperatorCommand> = {
  jobs: {
    takes: '',
    says: 'lists the jobs that failed on every attempt',
    async run(_services, _args, jobs) {
      const [failed, { waiting }] = await Promise.all([jobs.listFailed(), jobs.counts()]);
      const rest = `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'} or repeat.`;
      return failed.length === 0 ? `No job has failed. ${rest}` : `${failed.map(describeJob).join('\n')}\n${rest}`;
    },
  },
  'jobs retry': {
    takes: '<id>',
    says: 'gives a failed job one more attempt',
    async run(_services, [id = ''], jobs) {
      if (!(await jobs.retry(id))) throw new Error(`There is no failed job ${id}.`);
      return `${id} will run again.`;
    },
  },
  'jobs discard': {
    takes: '<id>',
    says: 'removes a failed job from the list for good',
    async run(_services, [id = ''], jobs) {
      if (!(await jobs.discard(id))) throw new Error(`There is no failed job ${id}.`);
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
