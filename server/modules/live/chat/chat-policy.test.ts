import { assertFollowsRules, getWriterError } from './chat-policy';
import { isEmoteOnly } from './emoji';

const rules = { slowSeconds: 0, chatWriters: 'everyone', isEmoteOnly: false } as const;
const stranger = { isHost: false, isModerator: false, isSubscribed: false, follows: false, isMuted: false };
const follower = { ...stranger, follows: true };
const subscriber = { ...stranger, isSubscribed: true };
const now = new Date('2026-03-01T20:00:00Z');

describe('who can write in the chat of a show', () => {
  it.each([
    ['a fan: a chat for everyone', 'everyone', stranger, null],
    ['a fan: a chat for followers', 'followers', stranger, 'CHAT_LIMITED'],
    ['a follower: a chat for followers', 'followers', follower, null],
    ['a subscriber: a chat for followers', 'followers', subscriber, null],
    ['a follower: a chat for subscribers', 'subscribers', follower, 'CHAT_LIMITED'],
    ['a subscriber: a chat for subscribers', 'subscribers', subscriber, null],
    ['the host', 'subscribers', { ...stranger, isHost: true }, null],
    ['an administrator', 'subscribers', { ...stranger, isModerator: true }, null],
  ] as const)('%s', (_who, chatWriters, standing, error) => {
    expect(getWriterError({ ...rules, chatWriters }, standing)).toBe(error);
  });

  it('rejects muted viewers, except administrators', () => {
    expect(getWriterError(rules, { ...subscriber, isMuted: true })).toBe('CHAT_MUTED');
    expect(getWriterError(rules, { ...stranger, isModerator: true, isMuted: true })).toBeNull();
  });
});

describe('the rules of a chat', () => {
  const write = (
    terms: Partial<typeof rules | { slowSeconds: number; isEmoteOnly: boolean }>,
    text = 'Hello',
    options: { secondsAgo?: number; standing?: typeof stranger } = {},
  ) => {
    const { secondsAgo, standing = stranger } = options;
    const lastMessageAt = secondsAgo === undefined ? null : new Date(now.getTime() - secondsAgo * 1000);
    return () => assertFollowsRules({ ...rules, ...terms }, standing, { lastMessageAt, text, now });
  };

  it('state the remaining seconds in slow mode, also for clients', () => {
    const wait = (secondsAgo: number) => write({ slowSeconds: 10 }, 'Hello', { secondsAgo });
    expect(wait(3)).toThrow('You can write again in 7 seconds.');
    expect(wait(9.5)).toThrow('You can write again in 1 second.');
    expect(wait(3)).toThrow(expect.objectContaining({ code: 'CHAT_TOO_FAST', retryAfterSeconds: 7 }));
    expect(wait(10)).not.toThrow();
    expect(write({ slowSeconds: 10 })).not.toThrow();
  });

  it('reject text in emoji-only mode', () => {
    expect(write({ isEmoteOnly: true })).toThrow(expect.objectContaining({ code: 'CHAT_EMOTES_ONLY' }));
    expect(write({ isEmoteOnly: true }, '🎉 💜')).not.toThrow();
  });

  it('do not apply to the host and administrators', () => {
    const terms = { slowSeconds: 600, isEmoteOnly: true };
    for (const role of ['isHost', 'isModerator'])
      expect(write(terms, 'Hello', { secondsAgo: 1, standing: { ...stranger, [role]: true } })).not.toThrow();
  });
});

describe('emoji', () => {
  it.each(['🎉', '❤️', '❤', '👍🏽', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇵🇹', '1️⃣', '🫶🏾', '🎉🎉 🎉\n💜', '🧑🏻‍❤️‍🧑🏿'])('accepts %s', (text) => {
    expect(isEmoteOnly(text)).toBe(true);
  });

  it.each(['a', '1', '#', '🎉a', 'hi 🎉', ':)', '', ' ', '\u200d', '\ufe0f', '🎉\u0301', 'é', '漢', '🇵'])(
    'rejects %j',
    (text) => {
      expect(isEmoteOnly(text)).toBe(false);
    },
  );
});
