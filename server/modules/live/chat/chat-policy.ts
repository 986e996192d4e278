import { AppError } from '../../../errors';
import { isAmong, type ShowRelation, type ShowRow } from '../show/entry-service';
import { isEmoteOnly } from './emoji';

type ChatTerms = Pick<ShowRow, 'slowSeconds' | 'chatWriters' | 'isEmoteOnly'>;
type Standing = Pick<ShowRelation, 'isHost' | 'isModerator' | 'isMuted' | 'isSubscribed' | 'follows'>;

const isFreeOfRules = ({ isHost, isModerator }: Pick<Standing, 'isHost' | 'isModerator'>): boolean =>
  isHost || isModerator;

/** Why a viewer of the show cannot write in its chat; null if they can. Wire contract 3.19, ours. */
export function getWriterError({ chatWriters }: ChatTerms, standing: Standing): 'CHAT_MUTED' | 'CHAT_LIMITED' | null {
  if (isFreeOfRules(standing)) return null;
  if (standing.isMuted) return 'CHAT_MUTED';
  return isAmong(chatWriters, standing) ? null : 'CHAT_LIMITED';
}

/**
 * @param message.lastMessageAt when the writer wrote before
 * @throws AppError CHAT_MUTED, CHAT_LIMITED, CHAT_EMOTES_ONLY, CHAT_TOO_FAST with the remaining seconds
 */
export function assertFollowsRules(
  show: ChatTerms,
  standing: Standing,
  { lastMessageAt, text, now }: { lastMessageAt: Date | null; text: string; now: Date },
): void {
  if (isFreeOfRules(standing)) return;
  const error = getWriterError(show, standing);
  if (error) throw new AppError(error);
  if (show.isEmoteOnly && !isEmoteOnly(text)) throw new AppError('CHAT_EMOTES_ONLY');
  const seconds = getSecondsLeft(show, lastMessageAt, now);
  if (seconds > 0) {
    const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
    throw new AppError('CHAT_TOO_FAST', {
      message: `The chat is in slow mode. You can write again in ${wait}.`,
      details: { retryAfterSeconds: seconds },
    });
  }
}

function getSecondsLeft({ slowSeconds }: ChatTerms, lastMessageAt: Date | null, now: Date): number {
  if (lastMessageAt === null) return 0;
  return Math.ceil((lastMessageAt.getTime() + slowSeconds * 1000 - now.getTime()) / 1000);
}
