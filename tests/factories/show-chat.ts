import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { conversations, messages } from '../../server/db/schema/messages';
import { streams, streamSeats } from '../../server/db/schema/streams';
import type { TestApp } from '../harness/build-test-app';

type ShowRow = typeof streams.$inferSelect;
type ConversationRow = typeof conversations.$inferSelect;

export interface BuiltShow {
  show: ShowRow;
  conversationId: string;
  room: string;
}

/** The chat of a live public show without a ticket. */
export async function buildShowChat(
  app: TestApp,
  host: { id: string },
  overrides: Partial<typeof streams.$inferInsert> = {},
): Promise<BuiltShow> {
  const { db } = app.context;
  const now = app.clock.now();
  const [show] = await db
    .insert(streams)
    .values({
      id: newId(now.getTime()),
      performerId: host.id,
      sessionId: newId(),
      type: 'public',
      state: 'live',
      title: 'An evening at the wheel',
      audience: 'everyone',
      startedAt: now,
      hostUntil: new Date(now.getTime() + 3_600_000),
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .returning();
  if (!show) throw new Error('The insert returned no show');
  const type = `stream_${show.type}` as const;
  const [conversation] = await db
    .insert(conversations)
    .values({ type, name: show.title, performerId: host.id, streamId: show.id })
    .returning();
  if (!conversation) throw new Error('The insert returned no chat');
  return { show, conversationId: conversation.id, room: `conversation-${type}-${conversation.id}` };
}

/** A running seat in a show that is paid by the minute. */
export async function buildSeat(app: TestApp, { show, conversationId }: BuiltShow, fan: { id: string }): Promise<void> {
  const row = { streamId: show.id, conversationId, performerId: show.performerId, userId: fan.id };
  await app.context.db.insert(streamSeats).values({ ...row, state: 'running', price: cents(200) });
}

export const readChat = (app: TestApp, conversationId: string) =>
  app.context.db.select().from(messages).where(eq(messages.conversationId, conversationId)).orderBy(messages.sequence);

export async function readConversation(app: TestApp, id: string): Promise<ConversationRow> {
  const [row] = await app.context.db.select().from(conversations).where(eq(conversations.id, id));
  if (!row) throw new Error(`No conversation ${id}`);
  return row;
}
