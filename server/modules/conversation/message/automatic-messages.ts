import type { Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { found } from '../../../errors';
import type { MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { ConversationService } from './conversation-service';
import type { Delivery } from './delivery';
import { tipText, typeOfFiles } from './message-text';

export interface AutomaticDeps {
  delivery: Delivery;
  people: Pick<PeopleService, 'find'>;
  media: Pick<MediaService, 'find'>;
}

/** Messages that the server writes in somebody's name, within the transaction of what they are about. */
export function createAutomaticMessages(
  { ensureConversation }: Pick<ConversationService, 'ensureConversation'>,
  { delivery, people, media }: AutomaticDeps,
) {
  return {
    /**
     * Shows a tip in the conversation of the two, made when there is none.
     *
     * @param tip.name what the sender is called; `amount` in cents; `note` what they wrote along, or empty.
     */
    async postTip(
      tx: Tx,
      tip: { senderId: string; performerId: string; name: string; amount: Cents; note?: string },
    ): Promise<void> {
      const { senderId, performerId, name, amount, note = '' } = tip;
      await delivery.deliver(tx, {
        conversationId: await ensureConversation(tx, senderId, performerId),
        sender: { id: senderId, kind: 'user' },
        recipientId: performerId,
        text: tipText({ name, amount, note }),
        meta: { tipCents: amount, ...(note && { tipNote: note }) },
        isOwnWord: false,
        prepare: async () => ({ type: 'tip', files: [] }),
      });
    },

    /**
     * Opens the conversation of a creator and a new subscriber and puts the creator's welcome message there, if they have
     * one; a fan who comes back is not welcomed twice.
     */
    async welcomeSubscriber(tx: Tx, { performerId, userId }: { performerId: string; userId: string }): Promise<void> {
      const conversationId = await ensureConversation(tx, performerId, userId);
      const { performer } = found(await people.find(performerId, tx));
      const text = performer?.welcomeMessage.trim() ?? '';
      const fileIds = performer?.welcomeMessageFileIds ?? [];
      if (text === '' && fileIds.length === 0) return;
      await delivery.deliver(tx, {
        conversationId,
        sender: { id: performerId, kind: 'performer' },
        recipientId: userId,
        text,
        clientId: 'welcome',
        isOwnWord: false,
        async prepare() {
          const rows = new Map((await media.find(fileIds, tx)).map((file) => [file.id, file]));
          const files = fileIds.flatMap((id) => rows.get(id) ?? []);
          return { type: typeOfFiles(files) ?? 'text', files };
        },
      });
    },
  };
}
