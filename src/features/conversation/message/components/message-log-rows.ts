import { formatDayName, formatTime, VIEWER_TIME_ZONE } from '@/lib/dates';
import type { Message } from '../message-state';

/** One line of the log: a message, or what stands between two of them. */
export type MessageLogRow =
  | { kind: 'day' | 'time' | 'new'; key: string; label: string }
  | { kind: 'message'; key: string; message: Message; mine: boolean; gap: boolean };

/** Milliseconds of silence after which the time is shown. */
const SILENCE_MS = 60 * 60 * 1000;

/**
 * Messages in order with what divides them: the day, the time after a long silence, and where the unread ones begin.
 *
 * @param newFromId the first unread message.
 * @param now milliseconds since 1970 that today is counted from; the clock's when undefined.
 */
export function messageLogRows(
  messages: readonly Message[],
  { meId, newFromId, now }: { meId: string | undefined; newFromId: string | null; now: number | undefined },
): MessageLogRow[] {
  return messages.flatMap((message, index): MessageLogRow[] => {
    const before = messages[index - 1];
    const { _id, createdAt, senderId } = message;
    const day = formatDayName(createdAt, { now, timeZone: VIEWER_TIME_ZONE });
    const rows: MessageLogRow[] = [];
    if (!before || formatDayName(before.createdAt, { now, timeZone: VIEWER_TIME_ZONE }) !== day) {
      rows.push({ kind: 'day', key: `day ${_id}`, label: day });
    } else if (Date.parse(createdAt) - Date.parse(before.createdAt) >= SILENCE_MS) {
      rows.push({ kind: 'time', key: `time ${_id}`, label: formatTime(createdAt, { timeZone: VIEWER_TIME_ZONE }) });
    }
    if (_id === newFromId) rows.push({ kind: 'new', key: 'new', label: 'New' });
    const gap = before !== undefined && rows.length === 0 && before.senderId !== senderId;
    return [...rows, { kind: 'message', key: _id, message, mine: senderId === meId, gap }];
  });
}
