import type { Payee } from '@/store/intents';
import type { Conversation } from '../message-types';

/** The other party as money sheets know people; somebody who deleted the account keeps a place, not a name. */
export const payeeOf = (person: Conversation['recipientInfo']): Payee => ({
  _id: person?._id ?? '',
  name: person?.name || 'Somebody who left',
  username: person?.username ?? '',
  avatar: person?.avatar ?? '',
});
