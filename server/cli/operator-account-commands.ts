import { operatorRoles, type OperatorRole } from '@contract/base/operator-roles';
import type { App } from '../app';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const TAKES = `<email> [${operatorRoles.join('|')}|none]`;

const readRole = (text: string): OperatorRole | null => {
  if (text === 'none') return null;
  const role = operatorRoles.find((one) => one === text);
  if (!role) throw usage(TAKES);
  return role;
};

/** Without `--as`: works on a site that has no operator yet. */
export async function addFirstOperator(
  { operator }: App['services'],
  [email = '']: readonly string[],
): Promise<string> {
  await operator.addFirst(email).catch(explainNotFound(`There is no fan with the email ${email}.`));
  return `${email} is now an operator, with the role owner.`;
}

export const operatorAccountCommands: Record<string, OperatorCommand> = {
  operator: {
    takes: TAKES,
    says: 'gives a fan’s account a role in the console, or takes it away; the first operator is an owner and needs no --as',
    permission: 'manageOperators',
    async run({ operator: operators }, [email, role = 'owner'], { operator }) {
      if (email === undefined) throw usage(TAKES);
      const wanted = readRole(role);
      await operators
        .setRole(email, wanted, operator)
        .catch(explainNotFound(`There is no fan with the email ${email}.`));
      return wanted === null
        ? `${email} is no longer an operator.`
        : `${email} is now an operator, with the role ${role}.`;
    },
  },
  operators: {
    takes: '',
    says: 'lists the operators and their roles',
    async run({ operator: operators }) {
      const rows = await operators.list();
      if (rows.length === 0) return 'There is no operator yet: `npm run admin -- operator <email>`.';
      return rows.map(({ email, name, role }) => `${email}  ${name}  ${role}`).join('\n');
    },
  },
};
