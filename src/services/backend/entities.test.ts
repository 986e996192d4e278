import { readReply } from './read-reply';

const sent = { lastSenderId: 'a', lastMessageCreatedAt: '2026-11-20T08:00:00.000Z' };

describe('the last message of a conversation', () => {
  it.each([
    ['its words', { ...sent, lastMessage: 'Good morning' }, 'Good morning'],
    ['that something came, where it has no words', { ...sent, lastMessage: '' }, 'Photo or file'],
    ['nothing, where nobody has written', { lastMessage: '' }, ''],
  ])('is %s', (_what, row, told) => {
    expect(readReply('getConversation', { _id: '1', ...row })).toMatchObject({ lastMessage: told });
  });
});
