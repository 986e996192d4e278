import type { Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';
import type { Actor } from '../access';
import { AppError } from '../errors';

/** What an account that is about to be deleted may still do besides reading. */
const mayStill: ReadonlySet<string> = new Set([
  'cancelDeletion', 'requestDeletion', 'requestDataExport', 'logout', 'endSession', 'endOtherSessions',
  'confirmIdentity', 'sendConfirmationCode', 'updatePassword',
] satisfies EndpointName[]); // prettier-ignore

/**
 * @throws AppError ACCOUNT_CLOSING for a call that would change something for an account on its way out, ACCOUNT_ERASING for
 * every call of one that is being deleted.
 */
export function assertNotClosing({ name, method }: Route, actor: Actor | null): void {
  if (actor?.isErasing && name !== 'logout') throw new AppError('ACCOUNT_ERASING');
  if (actor?.isClosing && method !== 'GET' && !mayStill.has(name)) throw new AppError('ACCOUNT_CLOSING');
}
