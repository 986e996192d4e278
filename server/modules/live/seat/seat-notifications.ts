import type { Tx } from '../../../db/transaction';
import { moneyText } from '../../../mail/compose-mail';
import { getPersonName } from '../../money/receipt/receipt-service';
import type { SeatDeps } from './seat-deps';
import type { SeatRow } from './seat-repository';

/** The notification of a request to the host, which is withdrawn once the request ends. */
export const REQUESTED = { type: 'stream', action: 'private-requested' } as const;

type NotifyDeps = Pick<SeatDeps, 'notification' | 'people'>;

export async function notifyOfRequest(
  { notification, people }: NotifyDeps,
  tx: Tx,
  { userId, performerId, streamId, price, note }: SeatRow,
): Promise<void> {
  const fan = getPersonName(await people.find(userId, tx));
  await notification.add(tx, {
    ...REQUESTED,
    ...about(streamId),
    userId: performerId,
    title: 'Private show requested',
    message: `${fan} asks for a private show, ${moneyText(price)} a minute${note && `: “${note}”`}`,
    createdBy: userId,
    isByFan: true,
  });
}

export async function notifyOfAnswer(
  { notification, people }: NotifyDeps,
  tx: Tx,
  { userId, performerId, streamId }: SeatRow,
  isAccepted: boolean,
): Promise<void> {
  const person = await people.find(performerId, tx);
  const host = getPersonName(person);
  await notification.add(tx, {
    type: 'stream',
    ...about(streamId, person?.account.username),
    userId,
    ...(isAccepted
      ? { action: 'private-accepted', title: 'Private show', message: `${host} accepted your private show.` }
      : { action: 'private-declined', title: 'Private show', message: `${host} can’t do a private show right now.` }),
    createdBy: performerId,
  });
}

const about = (streamId: string, username: string | null = null) => ({
  refId: streamId,
  refSource: 'stream',
  reference: { _id: streamId, title: 'Private show', username },
});
