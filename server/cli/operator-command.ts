import type { Permission } from '@contract/base/operator-roles';
import type { Operator } from '../access';
import type { App } from '../app';
import { AppError } from '../errors';
import type { JobQueue } from '../jobs/queue';

export interface CommandTools {
  jobs: JobQueue;
  /** Prints lines that must not end up in the output, which can be redirected to a file. */
  note(line: string): void;
  /** Prints a part of the output at once, so that a long one is not kept in memory. */
  print(text: string): void;
}

interface CommandHelp {
  takes: string;
  says: string;
  /** Mails are sent by jobs: the process starts the queue before it runs the command. */
  sendsMail?: true;
}

/** Changes nothing, so that it needs no operator. */
export interface ReadCommand extends CommandHelp {
  permission?: undefined;
  run(services: App['services'], args: readonly string[], tools: CommandTools): Promise<string>;
}

/** Runs as the operator named with `--as`, and adds a line to the log of operators. */
export interface ActCommand extends CommandHelp {
  permission: Permission;
  run(
    services: App['services'],
    args: readonly string[],
    tools: CommandTools & { operator: Operator },
  ): Promise<string>;
}

export type OperatorCommand = ReadCommand | ActCommand;

export const explainNotFound = (words: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'ENTITY_NOT_FOUND' ? new Error(words) : error;
};

export const usage = (takes: string) => new Error(`Arguments: ${takes}`);
