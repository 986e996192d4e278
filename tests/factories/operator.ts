import type { OperatorRole } from '@contract/base/operator-roles';
import { runOperatorCommand } from '../../server/cli/operator-commands';
import type { TestApp } from '../harness/build-test-app';
import { buildUser, type BuiltPerson } from './user';

export const buildOperator = (app: TestApp, role: OperatorRole = 'owner'): Promise<BuiltPerson> =>
  buildUser(app, { roles: ['user', 'admin', role] });

const owners = new WeakMap<TestApp, Promise<BuiltPerson>>();

/** The email of the owner who runs the commands of `runAdmin`. */
export async function readOwnerEmail(app: TestApp): Promise<string> {
  const owner = owners.get(app) ?? buildOperator(app);
  owners.set(app, owner);
  return (await owner).account.email ?? '';
}

/** Runs `npm run admin` as an owner of the site. */
export const runAdmin = async (app: TestApp, ...words: string[]): Promise<string> =>
  runOperatorCommand({ services: app.services, jobs: app.jobs }, [...words, '--as', await readOwnerEmail(app)]);
