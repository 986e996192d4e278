import type { JobQueue } from '../../jobs/queue';
import type { OperationsServices } from './operations-services';

export function registerOperationsJobs(jobs: JobQueue, { dataExport, deletion, webhook }: OperationsServices): void {
  for (const name of ['export-data', 'export-large-data'] as const)
    jobs.work(name, ({ exportId }) => dataExport.make(exportId));
  jobs.work('delete-accounts', () => deletion.deleteDue());
  jobs.repeat('delete-accounts', '23 * * * *');
  jobs.work('deliver-webhook', webhook.deliver);
  jobs.work('deliver-webhooks', () => webhook.recover());
  jobs.repeat('deliver-webhooks', '*/10 * * * *');
}

export const listOperationsSweeps = ({ dataExport, webhook }: OperationsServices) => [dataExport, webhook];
