import { cents, toCents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor, type Caller } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { deliverMessage } from './deliver-message';
import { assertCanWrite, getMembership, toViewer, canSell } from './message-policy';
import { messageFileRepository } from './message-file-repository';
import { getTypeOfFiles, presentMessage, type MessageView } from './message-presenter';
import type { Messaging } from './messaging';

type SendBody = EndpointPart<'sendMessage', 'body'>;

/**
 * If the `clientId` is repeated, returns the first message and publishes nothing, even if the sender can no longer write: after
 * a lost response, the sender learns that the message was sent.
 *
 * @throws AppError ENTITY_NOT_FOUND, NOT_SUBSCRIBED, FORBIDDEN, MESSAGES_CLOSED, PRICE_OUT_OF_BOUNDS,
 * INVALID_OR_MISSING_FILE
 */
export async function sendMessage(
  messaging: Messaging,
  caller: Caller,
  conversationId: string,
  input: SendBody,
): Promise<MessageView> {
  const { actor } = caller;
  const { db, clock, conversations, messages, media } = messaging;
  const first = await messages.findRepeated({ conversationId, senderId: actor.id, clientId: input.clientId });
  if (first) return presentMessage(first, actor.id, media.present);
  const membership = await getMembership(messaging, caller, conversationId);
  assertCanWrite(actor, membership);
  const price = await getPrice(messaging, actor, input);
  const message = await inTransaction(db, (tx) =>
    deliverMessage(messaging, tx, {
      conversationId,
      sender: actor,
      recipientId: membership.otherId,
      text: (input.text ?? '').trim(),
      clientId: input.clientId,
      price,
      isSentByUser: true,
      async prepare() {
        // Checks again: while this request waited for the lock, the creator may have blocked the fan, or the subscription
        // ended.
        const now = await conversations.find(toViewer(caller), conversationId, clock.now(), tx);
        if (!now) throw new AppError('ENTITY_NOT_FOUND');
        assertCanWrite(actor, now);
        return claimFiles(messaging, tx, actor, input);
      },
    }),
  );
  return presentMessage(message, actor.id, media.present);
}

/** @throws AppError FORBIDDEN, PRICE_OUT_OF_BOUNDS */
async function getPrice({ settings }: Messaging, actor: Actor, { isSale, price }: SendBody): Promise<Cents> {
  if (!isSale) return cents(0);
  assertAllowed(canSell(actor));
  const { minimumPpvPrice, maximumPpvPrice } = await settings.read();
  const amount = price ?? 0;
  if (amount < minimumPpvPrice || amount > maximumPpvPrice) throw new AppError('PRICE_OUT_OF_BOUNDS');
  return toCents(amount);
}

/**
 * @param body.type as declared by the sender; if it is `text`, the files determine the type
 * @throws AppError INVALID_OR_MISSING_FILE for files that have another owner, message or type
 */
async function claimFiles(
  { media }: Messaging,
  tx: Tx,
  actor: Actor,
  { fileIds = [], type: declared = 'text' }: SendBody,
) {
  const ids = [...new Set(fileIds)];
  const claimed = ids.length > 0 ? await messageFileRepository.claimFiles(ids, actor.id, tx) : [];
  const byId = new Map(claimed.map((file) => [file.id, file]));
  const files = ids.flatMap((id) => byId.get(id) ?? []);
  const type = declared === 'text' ? getTypeOfFiles(files) : declared;
  const fits = type === 'text' || files.some((file) => getTypeOfFiles([file]) === type);
  if (type === null || !fits || files.length < ids.length) throw new AppError('INVALID_OR_MISSING_FILE');
  if (files.length > 0) await media.begin(files, tx);
  return { type, files };
}
