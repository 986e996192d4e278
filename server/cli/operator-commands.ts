import type { App } from '../app';
import type { JobQueue } from '../jobs/queue';
import { accountCommands } from './account-commands';
import { jobCommands } from './job-commands';
import { mediaCommands } from './media-commands';
import type { OperatorCommand } from './operator-command';
import { pageCommands } from './page-commands';
import { payoutCommands } from './payout-commands';
import { refundCommands } from './refund-commands';
import { showCommands } from './show-commands';
import { siteCommands } from './site-commands';

/** In the order of the help. */
const operatorCommands: Record<string, OperatorCommand> = {
  ...accountCommands,
  ...mediaCommands,
  ...showCommands,
  ...payoutCommands,
  ...refundCommands,
  ...siteCommands,
  ...jobCommands,
  ...pageCommands,
};

export const listOperatorCommands = (): string =>
  Object.entries(operatorCommands)
    .map(([name, { takes, says }]) => `  npm run admin -- ${`${name} ${takes}`.padEnd(44)} ${says}`)
    .join('\n');

/** @throws Error with a message for the operator if the command is unknown or was rejected */
export async function runOperatorCommand(
  {
    services,
    jobs,
    note = console.error,
  }: { services: App['services']; jobs: JobQueue; note?: (line: string) => void },
  words: readonly string[],
): Promise<string> {
  const two = words.slice(0, 2).join(' ');
  const name = Object.hasOwn(operatorCommands, two) ? two : (words[0] ?? '');
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (!command) throw new Error(`Commands:\n${listOperatorCommands()}`);
  const args = words.slice(name.split(' ').length);
  if (!command.sendsMail) return command.run(services, args, jobs, note);
  await jobs.start({ isForSending: true });
  try {
    return await command.run(services, args, jobs, note);
  } finally {
    await jobs.stop();
  }
}
