import { fan, wireMessage } from '../../../../../tests/factories/wire-message';
import { messageLogRows } from './message-log-rows';
import { getSnippet } from './search-results';

/** On the same day in all time zones that tests run in. */
const now = Date.parse('2026-11-21T10:30:00.000Z');
const at = (createdAt: string, sequence: number, senderId = 'other') => wireMessage(sequence, { createdAt, senderId });
const words = (messages: ReturnType<typeof at>[], newFromId: string | null = null) =>
  messageLogRows(messages, { meId: fan._id, newFromId, now }).map((row) =>
    row.kind === 'message' ? row.message.text : row.kind === 'new' ? 'New' : row.label,
  );

describe('the rows of a conversation', () => {
  it('show each day before its first message, and the time after a long gap', () => {
    const messages = [
      at('2025-12-21T08:00:00.000Z', 1),
      at('2026-11-12T08:00:00.000Z', 2),
      at('2026-11-20T08:00:00.000Z', 3),
      at('2026-11-21T08:00:00.000Z', 4),
      at('2026-11-21T08:59:00.000Z', 5),
      at('2026-11-21T10:04:00.000Z', 6),
    ];
    const hour = new Date('2026-11-21T10:04:00.000Z').toTimeString().slice(0, 5);
    expect(words(messages)).toEqual([
      '21 December 2025',
      'text 1',
      '12 November',
      'text 2',
      'Yesterday',
      'text 3',
      'Today',
      'text 4',
      'text 5',
      hour,
      'text 6',
    ]);
  });

  it('show the "New" line below the day', () => {
    const messages = [at('2026-11-20T08:00:00.000Z', 1), at('2026-11-21T08:00:00.000Z', 2)];
    expect(words(messages, messages[1]?._id)).toEqual(['Yesterday', 'text 1', 'Today', 'New', 'text 2']);
  });

  it('have a gap where the sender changes', () => {
    const time = '2026-11-21T08:00:00.000Z';
    const rows = messageLogRows([at(time, 1), at(time, 2), at(time, 3, fan._id)], {
      meId: fan._id,
      newFromId: null,
      now,
    });
    expect(rows.flatMap((row) => (row.kind === 'message' ? [[row.mine, row.gap]] : []))).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  });
});

describe('the snippet of a found message', () => {
  const read = (text: string, q: string) =>
    getSnippet(text, q)
      .map((part) => (part.isHit ? `[${part.text}]` : part.text))
      .join('');

  it('highlights every word of the query, ignoring case, even with special characters', () => {
    expect(read('Is the Madder dry (yet)?', 'madder (yet)')).toBe('Is the [Madder] dry [(yet)]?');
  });

  it('begins shortly before the first match', () => {
    expect(read(`${'long before that '.repeat(5)}the madder\nwash`, 'madder')).toBe(
      '…that long before that the [madder] wash'.replace('that long', 'long'),
    );
  });
});
