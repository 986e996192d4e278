import type { Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { deliverMessage } from './deliver-message';
import { formatTip, getTypeOfFiles } from './message-presenter';
import type { Messaging } from './messaging';

export interface TipMessage {
  senderId: string;
  performerId: string;
  name: string;
  amount: Cents;
  note?: string;
}

export async function postTip(messaging: Messaging, tx: Tx, tip: TipMessage): Promise<void> {
  const { senderId, performerId, name, amount, note = '' } = tip;
  await deliverMessage(messaging, tx, {
    conversationId: await openForServer(messaging, tx, senderId, performerId),
    sender: { id: senderId, kind: 'user' },
    recipientId: performerId,
    text: formatTip({ name, amount, note }),
    meta: { tipCents: amount, ...(note && { tipNote: note }) },
    isSentByUser: false,
    prepare: async () => ({ type: 'tip', files: [] }),
  });
}

/** Sends the creator's welcome message, but not again if the fan subscribes again. */
export async function welcomeSubscriber(
  messaging: Messaging,
  tx: Tx,
  { performerId, userId }: { performerId: string; userId: string },
): Promise<void> {
  const { people, media } = messaging;
  const conversationId = await openForServer(messaging, tx, performerId, userId);
  const { performer } = requireFound(await people.find(performerId, tx));
  const text = performer?.welcomeMessage.trim() ?? '';
  const fileIds = performer?.welcomeMessageFileIds ?? [];
  if (text === '' && fileIds.length === 0) return;
  await deliverMessage(messaging, tx, {
    conversationId,
    sender: { id: performerId, kind: 'performer' },
    recipientId: userId,
    text,
    clientId: 'welcome',
    isSentByUser: false,
    async prepare() {
      const rows = new Map((await media.find(fileIds, tx)).map((file) => [file.id, file]));
      const files = fileIds.flatMap((id) => rows.get(id) ?? []);
      return { type: getTypeOfFiles(files) ?? 'text', files };
    },
  });
}

/** The conversation is listed for both members, since neither of them opened it. */
const openForServer = ({ conversations, clock }: Messaging, tx: Tx, one: string, other: string): Promise<string> =>
  conversations.open([one, other], { openedBy: null, now: clock.now() }, tx);
