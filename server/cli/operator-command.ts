import type { App } from '../app';
import { AppError } from '../errors';
import type { JobQueue } from '../jobs/queue';

export interface OperatorCommand {
  takes: string;
  says: string;
  /** Mails are sent by jobs: the process starts the queue before it runs the command. */
  sendsMail?: true;
  /** @param note prints lines that must not end up in the output, which can be redirected to a file. */
  run(
    services: App['services'],
    args: readonly string[],
    jobs: JobQueue,
    note: (line: string) => void,
  ): Promise<string>;
}

export const explainNotFound = (words: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'ENTITY_NOT_FOUND' ? new Error(words) : error;
};

export const usage = (takes: string) => new Error(`Arguments: ${takes}`);
