import { fromCents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { rooms } from '../../../realtime/publish';
import type { MessageService } from '../../conversation/message/message-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { WithCharge } from './charge-wallet';

export interface TipDependencies {
  people: PeopleService;
  /** Shows the tip in the conversation of the two. */
  message: Pick<MessageService, 'postTip'>;
}

type TellTip = (tip: { sender: Actor; isInConversation: boolean }) => WithCharge;

/** Lets a creator know of a tip beside what every sale tells: an event and, where it was given in a conversation, a message. */
export function createTipEffects(
  { publisher }: Pick<ServerContext, 'publisher'>,
  { people, message }: TipDependencies,
): TellTip {
  return ({ sender, isInConversation }) =>
    async (tx, charge) => {
      const { id, performerId, totalPrice: amount, note } = charge;
      const name = sender.name || sender.username || 'Someone';
      if (isInConversation) await message.postTip(tx, { senderId: sender.id, performerId, name, amount, note });
      tx.afterCommit(async () => {
        const fan = (await people.publicViews([sender.id])).get(sender.id);
        const senderInfo = fan && !fan.isPerformer ? fan : null;
        publisher.publish('TIPPED', rooms.account(performerId), {
          _id: id,
          senderInfo,
          sourceId: sender.id,
          targetId: performerId,
          createdAt: charge.createdAt.toISOString(),
          totalPrice: fromCents(amount),
          ...(note && { userNote: note }),
        });
      });
    };
}
