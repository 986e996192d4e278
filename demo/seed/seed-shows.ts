import { eq, sql } from 'drizzle-orm';
import { cents, toCents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { performers } from '../../server/db/schema/accounts';
import { videos } from '../../server/db/schema/assets';
import { conversations, messages } from '../../server/db/schema/messages';
import { streams, streamViewers } from '../../server/db/schema/streams';
import type { Tx } from '../../server/db/transaction';
import { moneyText } from '../../server/mail/compose-mail';
import type { DemoCreator, DemoShow, DemoShowLine, DemoSite } from '../types';
import { ago, getId, type SeedContext } from './seed-context';

export async function seedShows(seed: SeedContext, tx: Tx, site: DemoSite): Promise<void> {
  for (const creator of site.creators)
    for (const show of creator.shows ?? []) await insertShow(seed, tx, site, creator, show);
}

async function insertShow(
  seed: SeedContext,
  tx: Tx,
  site: DemoSite,
  { username }: DemoCreator,
  show: DemoShow,
): Promise<void> {
  const { key, title, description, price, minutesAgo, minutes, peakViewers, tickets } = show;
  const performerId = getId(seed.people, username);
  const [startedAt, endedAt] = [ago(seed, minutesAgo), ago(seed, minutesAgo - minutes)];
  const id = newId(startedAt.getTime());
  // Nothing else is stored about the session of an ended show.
  const sessionId = `demo-${key.replaceAll('/', '-')}`;
  seed.items.set(key, id);
  seed.sessions.set(key, sessionId);
  await tx.insert(streams).values({
    id,
    performerId,
    sessionId,
    type: 'public',
    state: 'ended',
    title,
    description,
    audience: 'everyone',
    price: toCents(price),
    isRecorded: true,
    startedAt,
    endedAt,
    endedBy: 'host',
    hostUntil: endedAt,
    peakViewers,
    createdAt: startedAt,
    updatedAt: endedAt,
  });
  const seconds = minutes * 60;
  await tx
    .update(performers)
    .set({ statStreamSeconds: sql`${performers.statStreamSeconds} + ${seconds}` })
    .where(eq(performers.id, performerId));
  await tx.insert(streamViewers).values(
    tickets.map((fan) => {
      const accountId = getId(seed.people, fan);
      return { streamId: id, viewerKey: accountId, accountId, since: startedAt, presentUntil: endedAt };
    }),
  );
  await tx
    .update(videos)
    .set({ streamId: id })
    .where(eq(videos.id, getId(seed.items, show.replay)));
  await insertChat(seed, tx, site, { show, performerId, streamId: id });
}

async function insertChat(
  seed: SeedContext,
  tx: Tx,
  { fans }: DemoSite,
  { show, performerId, streamId }: { show: DemoShow; performerId: string; streamId: string },
): Promise<void> {
  const at = (minute: number) => ago(seed, show.minutesAgo - minute);
  const conversationId = newId(at(0).getTime());
  await tx.insert(conversations).values({
    id: conversationId,
    type: 'stream_public',
    name: show.title,
    performerId,
    streamId,
    lastSequence: show.chat.length,
    createdAt: at(0),
    updatedAt: at(show.chat.at(-1)?.minute ?? 0),
  });
  const toWords = ({ by, text, tip }: DemoShowLine) => {
    if (tip === undefined) return { type: 'text' as const, text };
    const name = fans.find(({ username }) => username === by)?.name ?? by;
    const amount = toCents(tip);
    return {
      type: 'tip' as const,
      text: `${name} tipped ${moneyText(amount)}\n${text}`,
      meta: { tipCents: amount, tipNote: text },
    };
  };
  await tx.insert(messages).values(
    show.chat.map((line, index) => {
      const senderId = getId(seed.people, line.by);
      return {
        id: newId(at(line.minute).getTime()),
        conversationId,
        senderId,
        senderSource: senderId === performerId ? ('performer' as const) : ('user' as const),
        ...toWords(line),
        sequence: index + 1,
        price: cents(0),
        createdAt: at(line.minute),
        updatedAt: at(line.minute),
      };
    }),
  );
}
