import type { ErrorCode } from '@contract/base/errors';
import type { Tx } from '../../../db/transaction';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { ShowRow } from '../show/entry-service';
import { minuteRepository } from './minute-repository';
import type { SeatDeps } from './seat-deps';
import type { SeatEnd, SeatRow } from './seat-repository';

interface NewMinute {
  seat: SeatRow;
  show: Pick<ShowRow, 'id' | 'type' | 'sessionId'>;
  beginsAt: Date;
  /** Country that the fan's request came from; null if the server charges by itself. */
  country: string | null;
  site: SiteSettings;
}

/**
 * Charges the next minute of a seat. The transaction must have locked the seat, and should call this last. The key consists of
 * show, fan and minute number, so no two processes charge the same minute. Promises M-22.
 *
 * @throws AppError NOT_ENOUGH_BALANCE, SPENDING_LIMIT_REACHED, and errors of an account that cannot pay or be paid
 */
export async function chargeMinute(
  { eligibility, wallet }: Pick<SeatDeps, 'eligibility' | 'wallet'>,
  tx: Tx,
  { seat, show, beginsAt, country, site }: NewMinute,
): Promise<void> {
  const { id: seatId, streamId, userId, performerId, price } = seat;
  const parties = await eligibility.open(tx, { payerId: userId, sellerId: performerId, country, site });
  const minute = (await minuteRepository.findLastNumber(seat, tx)) + 1;
  const kind = show.type === 'group' ? 'Group show' : 'Private show';
  await wallet.charge(
    tx,
    {
      parties,
      target: 'stream',
      targetId: show.id,
      type: show.type === 'group' ? 'group_chat' : 'private_chat',
      name: `${kind}, minute ${minute}`,
      price,
      sessionId: show.sessionId,
      isOwned: false,
    },
    site,
    (open, { id: chargeId }) =>
      minuteRepository.insert({ streamId, userId, minute, seatId, chargeId, startedAt: beginsAt }, open),
  );
}

export function getSeatEnd(code: ErrorCode): SeatEnd {
  if (code === 'NOT_ENOUGH_BALANCE') return 'wallet';
  return code === 'SPENDING_LIMIT_REACHED' ? 'limit' : 'access';
}
