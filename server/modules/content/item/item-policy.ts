import { isPerformer, type Actor } from '../../../access';
import type { ItemRow } from './item-repository';

/** Items are made by creators; what fans see of them, by those whose identity was checked. Wire contract 3.2. */
export const canPublish = (actor: Actor): boolean => isPerformer(actor);

export const canManage = (actor: Actor, row: Pick<ItemRow, 'performerId' | 'deletedAt'>): boolean =>
  isPerformer(actor) && actor.id === row.performerId && row.deletedAt === null;

/** What is published and still its creator's to sell. */
export const canBeBought = ({ status, deletedAt }: Pick<ItemRow, 'status' | 'deletedAt'>): boolean =>
  status === 'active' && deletedAt === null;
