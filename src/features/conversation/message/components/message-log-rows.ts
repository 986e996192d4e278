import { formatDayName, formatTime, VIEWER_TIME_ZONE } from '@/lib/dates';
import type { Message } from '../message-state';

export type MessageLogRow =
  | { kind: 'day' | 'time' | 'new'; key: string; label: string }
  | { kind: 'message'; key: string; message: Message; mine: boolean; gap: boolean };

/** After a gap of this many milliseconds, the time is shown. */
const SILENCE_MS = 60 * 60 * 1000;

/**
 * Adds separators for days, long gaps and the first unread message.
 * @param now milliseconds since 1970, which decide what is "today"; by default the current time.
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
