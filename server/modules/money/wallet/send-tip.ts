import type { EndpointPart } from '@contract/schemas';
import { fromCents, toCents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import { rooms } from '../../../realtime/publish';
import type { MessageService } from '../../conversation/message/message-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { ChatService, TippedChat } from '../../live/chat/chat-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { presentCharged, type ChargeRow, type ChargeView, type ChargeWallet, type MoneyCaller } from './charge-wallet';

interface SendTipDeps extends Pick<ServerContext, 'db' | 'publisher'> {
  people: Pick<PeopleService, 'publicViews'>;
  settings: SettingsService;
  eligibility: Pick<PaymentEligibility, 'open'>;
  message: Pick<MessageService, 'postTip'>;
  chat: Pick<ChatService, 'findShowForTip' | 'postTip'>;
  charge: ChargeWallet;
}

/**
 * Tips a creator from the wallet. The tip is shown in the private conversation or the show's chat in which it was given.
 *
 * @throws AppError PRICE_OUT_OF_BOUNDS, STREAM_OFFLINE, IDEMPOTENCY_KEY_REUSED, and those of `eligibility.open` and `ChargeWallet`
 */
export async function sendTip(
  deps: SendTipDeps,
  caller: MoneyCaller,
  { performerId, ...body }: EndpointPart<'tipPerformer', 'body'> & { performerId: string },
): Promise<ChargeView> {
  const { actor, key, country } = caller;
  assertAllowed(isUser(actor));
  const site = await deps.settings.read();
  const call = { accountId: actor.id, route: 'tipPerformer', key, input: { performerId, ...body } };
  const { conversationId } = body;
  const isInShow = body.streamType !== undefined;
  return inTransaction(deps.db, (tx) =>
    runIdempotent(tx, call, async () => {
      if (body.price < site.minimumTipPrice || body.price > site.maximumTipPrice)
        throw new AppError('PRICE_OUT_OF_BOUNDS');
      const parties = await deps.eligibility.open(tx, { payerId: actor.id, sellerId: performerId, country, site });
      const place = { performerId, conversationId, sessionId: body.sessionId, isInShow };
      const chat = await deps.chat.findShowForTip(tx, caller, place);
      let shown: Shown = { isNoteHidden: false };
      const charged = await deps.charge(
        tx,
        {
          parties,
          target: 'performer',
          targetId: performerId,
          type: isInShow || chat ? 'stream_tip' : 'tip',
          name: 'Tip',
          price: toCents(body.price),
          // Tip goals add up tips by session id, so use that of the show, not that from the client.
          sessionId: isInShow || chat ? chat?.show.sessionId : body.sessionId,
          note: body.userNote,
          isOwned: false,
        },
        site,
        async (open, row) => {
          const tipPlace = chat ?? (conversationId === undefined ? null : 'private');
          shown = await publishTip(deps, open, { row, sender: actor, place: tipPlace });
        },
      );
      return { ...presentCharged(charged), ...(shown.isNoteHidden && shown) };
    }),
  );
}

type Shown = Awaited<ReturnType<ChatService['postTip']>>;

/** Publishes a tip, in addition to the notification of any sale: by an event, and by a message in the conversation or chat. */
async function publishTip(
  { people, message, chat, publisher }: SendTipDeps,
  tx: Tx,
  { row, sender, place }: { row: ChargeRow; sender: Actor; place: TippedChat | 'private' | null },
): Promise<Shown> {
  const { id, performerId, totalPrice: amount, note, createdAt } = row;
  const name = sender.name || sender.username || 'Someone';
  if (place === 'private') await message.postTip(tx, { senderId: sender.id, performerId, name, amount, note });
  const isShow = place !== null && place !== 'private';
  const shown = isShow ? await chat.postTip(tx, place, { sender, name, amount, note }) : { isNoteHidden: false };
  tx.afterCommit(async () => {
    const fan = (await people.publicViews([sender.id])).get(sender.id);
    publisher.publish('TIPPED', rooms.account(performerId), {
      _id: id,
      senderInfo: fan && !fan.isPerformer ? fan : null,
      sourceId: sender.id,
      targetId: performerId,
      createdAt: createdAt.toISOString(),
      totalPrice: fromCents(amount),
      ...(note && { userNote: note }),
    });
  });
  return shown;
}
