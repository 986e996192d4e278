import { isPerformer, type Actor } from '../../../access';

/** A creator's page, prices and payout data are their own business only. */
export const canManagePerformer = (actor: Actor, performerId: string): boolean =>
  isPerformer(actor) && actor.id === performerId;
