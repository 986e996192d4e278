import { readReply } from './read-reply';

const sent = { lastSenderId: 'a', lastMessageCreatedAt: '2026-11-20T08:00:00.000Z' };

describe('last message of a conversation', () => {
  it.each([
    ['its text', { ...sent, lastMessage: 'Good morning' }, 'Good morning'],
    ['a placeholder if it has no text', { ...sent, lastMessage: '' }, 'Photo or file'],
    ['empty before the first message', { lastMessage: '' }, ''],
  ])('is %s', (_what, row, told) => {
    expect(readReply('getConversation', { _id: '1', ...row })).toMatchObject({ lastMessage: told });
  });
});

describe('payouts of older API variants', () => {
  it.each([
    [{ hasPending: true }, true],
    [{ pending: true }, true],
    [{ hasPending: false }, false],
    [null, false],
  ])('have one pending flag: %j', (data, hasPending) => {
    expect(readReply('checkPendingPayout', data)).toEqual({ hasPending, pending: hasPending });
  });

  it.each([
    [{ remainingUnpaidTokens: 84.5 }, 84.5],
    [{ unpaidToken: '84.5' }, 84.5],
    [{}, 0],
  ])('have one remaining amount: %j', (data, left) => {
    expect(
      readReply('calculatePayout', { totalEarnedTokens: 100, previousPaidOutTokens: 15.5, ...data }),
    ).toMatchObject({
      totalEarnedTokens: 100,
      previousPaidOutTokens: 15.5,
      remainingUnpaidTokens: left,
    });
  });

  it('have no fee unless one is sent, and drop invalid rows', () => {
    const row = {
      _id: '1',
      requestTokens: '60',
      paymentAccountType: 'payoneer',
      status: 'processing',
      feeTokens: null,
    };
    const { data } = readReply('searchPayoutRequests', { data: [row, null, {}], total: 1 }) as { data: object[] };
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ requestTokens: 60, paymentAccountType: 'payoneer', status: 'processing' });
    expect(data[0]).not.toHaveProperty('feeTokens');
  });
});
