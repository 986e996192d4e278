import { cents, toCents } from '@contract/base/money';
import { limits } from '@contract/base/limits';
import { newId } from '../../server/db/columns';
import { conversationMembers, conversations, messageFiles, messages } from '../../server/db/schema/messages';
import type { Tx } from '../../server/db/transaction';
import type { DemoConversation, DemoMessage, DemoSite } from '../types';
import { ago, getId, type SeedContext } from './seed-context';

type MessageFiles = Map<DemoMessage, string[]>;

export async function storeMessageFiles(seed: SeedContext, site: DemoSite): Promise<MessageFiles> {
  const stored: MessageFiles = new Map();
  for (const { creator, fan, messages: said } of site.conversations) {
    for (const message of said) {
      const ownerId = getId(seed.people, message.from === 'fan' ? fan : creator);
      const ids: string[] = [];
      for (const { recipe, alt } of message.pictures ?? []) {
        ids.push(await seed.store(recipe, { ownerId, type: 'message-photo', alt }));
      }
      if (message.audio) ids.push(await seed.store(message.audio, { ownerId, type: 'message-audio' }));
      stored.set(message, ids);
    }
  }
  return stored;
}

/** All messages are read except the last `unread` ones. */
export async function seedMessages(seed: SeedContext, tx: Tx, site: DemoSite, stored: MessageFiles): Promise<void> {
  for (const conversation of site.conversations) await insertConversation(seed, tx, conversation, stored);
}

async function insertConversation(
  seed: SeedContext,
  tx: Tx,
  demo: DemoConversation,
  stored: MessageFiles,
): Promise<void> {
  const ids = { fan: getId(seed.people, demo.fan), creator: getId(seed.people, demo.creator) };
  const first = demo.messages[0];
  const last = demo.messages.at(-1);
  if (!first || !last) return;
  const conversationId = newId(ago(seed, first.minutesAgo).getTime());
  const lastAt = ago(seed, last.minutesAgo);
  const count = demo.messages.length;
  await tx.insert(conversations).values({
    id: conversationId,
    type: 'private',
    pairKey: [ids.fan, ids.creator].sort().join(':'),
    performerId: ids.creator,
    openedBy: ids[first.from],
    lastMessage: last.text.slice(0, limits.lastMessagePreview),
    lastSenderId: ids[last.from],
    lastMessageCreatedAt: lastAt,
    lastSequence: count,
    createdAt: ago(seed, first.minutesAgo),
    updatedAt: lastAt,
  });
  for (const side of ['fan', 'creator'] as const) {
    // The last messages are unread for the side that did not write them.
    const unread = last.from === side ? 0 : demo.unread;
    await tx.insert(conversationMembers).values({
      conversationId,
      accountId: ids[side],
      unread,
      lastReadSequence: count - unread,
      hasWritten: demo.messages.some((message) => message.from === side),
      lastMessageAt: lastAt,
    });
  }
  for (const [index, message] of demo.messages.entries()) {
    const at = ago(seed, message.minutesAgo);
    const id = newId(at.getTime());
    const isSeen = index < count - demo.unread;
    await tx.insert(messages).values({
      id,
      conversationId,
      senderId: ids[message.from],
      senderSource: message.from === 'fan' ? 'user' : 'performer',
      type: message.tip ? 'tip' : message.audio ? 'audio' : message.pictures ? 'photo' : 'text',
      text: message.text,
      sequence: index + 1,
      isSale: message.sale !== undefined,
      price: message.sale ? toCents(message.sale.price) : cents(0),
      meta: message.tip ? { tipCents: toCents(message.tip) } : {},
      seenAt: isSeen ? at : null,
      createdAt: at,
      updatedAt: at,
    });
    if (message.sale) seed.items.set(message.sale.key, id);
    const files = stored.get(message) ?? [];
    if (files.length > 0)
      await tx.insert(messageFiles).values(files.map((fileId, position) => ({ messageId: id, fileId, position })));
  }
}
