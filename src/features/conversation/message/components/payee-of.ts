import type { Payee } from '@/store/intents';
import { personName } from '@/lib/person-name';
import type { Conversation } from '../message-types';

/**
 * The other party as money sheets know people; somebody who deleted the account keeps a place, not a name. Who is not said
 * to be a creator may be one: older generations leave it out.
 */
export const payeeOf = (person: Conversation['recipientInfo']): Payee => ({
  _id: person?._id ?? '',
  name: personName(person, person?.isPerformer ? 'creator' : 'fan'),
  username: person?.username ?? '',
  avatar: person?.avatar ?? '',
});
