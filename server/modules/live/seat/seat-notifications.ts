import type { Tx } from '../../../db/transaction';
import { moneyText } from '../../../mail/compose-mail';
import { getPersonName } from '../../money/receipt/receipt-service';
import type { SeatDeps } from './seat-deps';
import type { SeatRow } from './seat-repository';

/** Kind of the notification of a request, which goes with it. */
export const REQUESTED = { type: 'stream', action: 'private-requested' } as const;

type NotifyDeps = Pick<SeatDeps, 'notification' | 'people'>;

/** A fan asks the host for a private show. */
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

/** The host has answered the request of a fan. */
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

/** @param username of the host, whose room it leads to */
const about = (streamId: string, username: string | null = null) => ({
  refId: streamId,
  refSource: 'stream',
  reference: { _id: streamId, title: 'Private show', username },
});
