import type { App } from '../app';
import type { JobQueue } from '../jobs/queue';
import { listRolesWith, roleMay, type Permission } from '@contract/base/operator-roles';
import type { Operator } from '../access';
import { accountCommands } from './account-commands';
import { jobCommands } from './job-commands';
import { listCommands } from './list-commands';
import { mediaCommands } from './media-commands';
import { addFirstOperator, operatorAccountCommands } from './operator-account-commands';
import { explainNotFound, type OperatorCommand } from './operator-command';
import { orderCommands } from './order-commands';
import { pageCommands } from './page-commands';
import { personCommands } from './person-commands';
import { payoutCommands } from './payout-commands';
import { refundCommands } from './refund-commands';
import { reportCommands, takedownCommands } from './report-commands';
import { showCommands } from './show-commands';
import { siteCommands } from './site-commands';
import { webhookCommands } from './webhook-commands';

/** In the order of the help. */
const operatorCommands: Record<string, OperatorCommand> = {
  ...operatorAccountCommands,
  ...accountCommands,
  ...personCommands,
  ...reportCommands,
  ...takedownCommands,
  ...mediaCommands,
  ...showCommands,
  ...payoutCommands,
  ...refundCommands,
  ...orderCommands,
  ...listCommands,
  ...siteCommands,
  ...jobCommands,
  ...pageCommands,
  ...webhookCommands,
};

export const listOperatorCommands = (): string =>
  Object.entries(operatorCommands)
    .map(([name, { takes, says }]) => `  npm run admin -- ${`${name} ${takes}`.padEnd(44)} ${says}`)
    .join('\n');

interface CommandContext {
  services: App['services'];
  jobs: JobQueue;
  note?: (line: string) => void;
  /** By default, parts of the output stand before the rest of it. */
  print?: (text: string) => void;
}

/**
 * @param words the command and its arguments, with `--as <email>` of the operator who runs it, if it changes something
 * @throws Error with a message for the operator if the command is unknown or was rejected
 */
export async function runOperatorCommand(context: CommandContext, words: readonly string[]): Promise<string> {
  const { email, rest } = takeOperator(words);
  const two = rest.slice(0, 2).join(' ');
  const name = Object.hasOwn(operatorCommands, two) ? two : (rest[0] ?? '');
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (!command) throw new Error(`Commands:\n${listOperatorCommands()}`);
  const args = rest.slice(name.split(' ').length);
  if (name === 'operator' && email === undefined) return addFirstOperator(context.services, args);
  if (!command.sendsMail) return run(context, command, args, email);
  await context.jobs.start();
  try {
    return await run(context, command, args, email);
  } finally {
    await context.jobs.stop();
  }
}

async function run(
  { services, jobs, note = console.error, print }: CommandContext,
  command: OperatorCommand,
  args: readonly string[],
  email: string | undefined,
): Promise<string> {
  const printed: string[] = [];
  const tools = { jobs, note, print: print ?? ((text: string) => void printed.push(text)) };
  if (command.permission === undefined) return command.run(services, args, tools);
  if (email === undefined) throw new Error('Say who you are: --as <email of an operator>. `operators` lists them.');
  const operator = await findOperator(services, command.permission, email);
  const rest = await command.run(services, args, { ...tools, operator });
  return [...printed, rest].join('');
}

async function findOperator(
  { operator: operators }: App['services'],
  permission: Permission,
  email: string,
): Promise<Operator> {
  const operator = await operators.findByEmail(email).catch(explainNotFound(`There is no operator ${email}.`));
  if (!roleMay(operator.role, permission))
    throw new Error(
      `${email} has the role ${operator.role}, which may not do this. Roles that may: ${listRolesWith(permission).join(', ')}.`,
    );
  return operator;
}

/** Removes `--as <email>` from the arguments, wherever it stands. */
function takeOperator(words: readonly string[]): { email: string | undefined; rest: string[] } {
  const at = words.indexOf('--as');
  if (at === -1) return { email: undefined, rest: [...words] };
  return { email: words[at + 1] ?? '', rest: words.filter((_word, index) => index !== at && index !== at + 1) };
}
