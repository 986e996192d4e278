import type { Actor } from '../../../access';

/** Creators look fans up, to write to them or to block them. */
export const canSearchUsers = (actor: Actor): boolean => actor.kind === 'performer';

/** What a fan keeps to themselves: e-mail, wallet, legal name. */
export const canReadUserMe = (actor: Actor, userId: string): boolean => actor.id === userId || actor.isAdmin;
