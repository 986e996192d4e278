import type { Cents } from '@contract/base/money';
import type { Actor, Caller } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { ChatDeps } from './chat-deps';
import { publishToRoom } from './chat-events';
import type { Chat } from '../show/entry-service';

interface ShowTip {
  sender: Pick<Actor, 'id' | 'kind'>;
  name: string;
  amount: Cents;
  note: string;
}

/** The chat of a show, and whether the fan's words appear in it. */
export interface TippedChat extends Chat {
  isMuted: boolean;
}

/**
 * Finds the show in which a tip was given, by its conversation or by the session id that old clients send.
 *
 * @param place.isInShow whether the client says that the conversation belongs to a show.
 * @returns null for a private conversation, and for a session id of which the fan cannot tip the show
 * @throws AppError ENTITY_NOT_FOUND for another creator's conversation, or one that the fan cannot enter; STREAM_OFFLINE
 */
export async function findShowForTip(
  { entry }: ChatDeps,
  tx: Tx,
  caller: Caller,
  {
    performerId,
    conversationId,
    sessionId,
    isInShow,
  }: { performerId: string; conversationId: string | undefined; sessionId: string | undefined; isInShow: boolean },
): Promise<TippedChat | null> {
  if (conversationId === undefined) {
    const found = isInShow && sessionId !== undefined ? await entry.findBySession(sessionId, tx) : null;
    if (found?.show.performerId !== performerId || found.show.state !== 'live') return null;
    const { relation, refusal } = await entry.read(found.show, caller, tx);
    return refusal === null ? { ...found, isMuted: relation.isMuted } : null;
  }
  const chat = await entry.findByConversation(conversationId, tx);
  if (!chat) {
    if (isInShow) throw new AppError('ENTITY_NOT_FOUND');
    return null;
  }
  const { relation, refusal } = await entry.read(chat.show, caller, tx);
  if (refusal !== null || chat.show.performerId !== performerId) throw new AppError('ENTITY_NOT_FOUND');
  if (chat.show.state !== 'live') throw new AppError('STREAM_OFFLINE');
  return { ...chat, isMuted: relation.isMuted };
}

/**
 * Posts a tip in the chat, and publishes the progress of the show's goal. Leaves out the notes of muted fans.
 *
 * @returns whether a note was left out
 */
export async function postShowTip(
  deps: ChatDeps,
  tx: Tx,
  { show, conversation, isMuted }: TippedChat,
  tip: ShowTip,
): Promise<{ isNoteHidden: boolean }> {
  const { chats, events } = deps;
  const { sender, name, amount } = tip;
  const note = isMuted ? '' : tip.note;
  const { message } = await chats.store(tx, {
    conversationId: conversation.id,
    sender,
    text: chats.formatTip({ name, amount, note }),
    meta: { tipCents: amount, ...(note && { tipNote: note }) },
    prepare: async () => ({ type: 'tip', files: [] }),
  });
  if (show.goalAmount !== null) await events.emit(tx, 'showChanged', { streamId: show.id });
  tx.afterCommit(async () => {
    const senderInfo = await deps.readSender(sender.id);
    publishToRoom(deps, 'message_created_conversation', conversation, { message, senderInfo });
  });
  return { isNoteHidden: note !== tip.note };
}
