import { Trash2 } from 'lucide-react';
import { AudioPlayer } from '@/components/audio-player';
import { LockedCard } from '@/components/locked-card';
import { MediaGrid } from '@/components/media-grid';
import { Menu } from '@/components/menu';
import { MessageBubble, type MessageState } from '@/components/message-bubble';
import { TipLine } from '@/components/tip-line';
import { VideoPlayer } from '@/components/video-player';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { unlockWanted, type Payee } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';
import { messageDeleteRequested, type Message } from '../message-slice';
import styles from './thread.module.css';

interface MessageItemProps {
  message: Message;
  mine: boolean;
  /** The other party. */
  other: Payee;
  /** Somebody else wrote before. */
  gap: boolean;
  /** Under my last one. */
  state?: MessageState;
  stateTime?: string;
}

/** One message: words, pictures, film, sound, a tip, or something with a price. */
export function MessageItem({ message, mine, other, gap, state, stateTime }: MessageItemProps) {
  const dispatch = useAppDispatch();
  if (message.type === 'tip') return <TipLine>{tipWords(message, mine, other.name)}</TipLine>;
  // A sentence has no frame: its bubble is as wide as the words.
  const isFramed = message.files.length > 0 || (message.isSale && !message.isBought && !mine);
  const sale = mine && message.isSale ? saleWords(message) : null;
  const words = sale ? (
    <>
      {message.text && <span>{message.text}</span>}
      <small className="muted">{sale}</small>
    </>
  ) : (
    message.text
  );
  const bubble = (
    <MessageBubble
      mine={mine}
      author={mine ? 'You' : other.name}
      gap={gap}
      deleted={message.isDeleted}
      state={state}
      stateTime={stateTime}
      media={isFramed && !message.isDeleted ? <MessageMedia message={message} mine={mine} other={other} /> : undefined}
    >
      {words}
    </MessageBubble>
  );
  if (!mine || message.isDeleted) return bubble;
  return (
    <div className={styles.bubbleRow}>
      <div className={styles.bubbleMenu} data-mine="true">
        <Menu
          label="More: delete"
          align="start"
          items={[
            {
              label: 'Delete for both of you',
              icon: Trash2,
              tone: 'danger',
              onSelect: () => dispatch(messageDeleteRequested({ messageId: message._id })),
            },
          ]}
        />
      </div>
      {bubble}
    </div>
  );
}

function tipWords(message: Message, mine: boolean, name: string): string {
  if (!message.tipAmount) return message.text;
  const sum = formatMoney(message.tipAmount);
  return mine ? `You tipped ${name} ${sum}` : `${name} tipped you ${sum}`;
}

/** What the seller reads under what is for sale. ux.md MS-6. */
const saleWords = ({ price, isBought }: Message) =>
  isBought ? `Bought for ${formatMoney(price ?? 0)}` : `${formatMoney(price ?? 0)}, not bought yet`;

function MessageMedia({ message, mine, other }: Pick<MessageItemProps, 'message' | 'mine' | 'other'>) {
  const dispatch = useAppDispatch();
  const [first] = message.files;
  const isLocked = message.isSale && !message.isBought && !mine;
  if (isLocked) {
    const price = message.price ?? 0;
    const preview = first?.thumbnails?.[0];
    return (
      <LockedCard
        compact
        title="Message with a price"
        kind={message.type === 'video' ? 'video' : message.type === 'audio' ? 'audio' : 'photo'}
        chips={[contents(message)]}
        preview={preview ? { src: preview, width: first?.width ?? 640, height: first?.height ?? 400 } : null}
        action={{
          label: `Unlock for ${formatMoney(price)}`,
          onClick: () =>
            dispatch(
              unlockWanted({ target: 'message', id: message._id, price, title: contents(message), performer: other }),
            ),
        }}
      />
    );
  }
  if (!first) return null;
  if (message.type === 'photo') {
    return (
      <MediaGrid
        items={message.files.map((file) => ({
          id: file._id,
          src: file.thumbnails?.[0] ?? file.url ?? '',
          alt: file.alt ?? 'Picture',
          width: file.width ?? 640,
          height: file.height ?? 480,
        }))}
        onOpen={(index) => {
          const url = message.files[index]?.url;
          if (url) window.open(url, '_blank', 'noopener');
        }}
      />
    );
  }
  if (message.type === 'audio' && first.url) {
    return <AudioPlayer src={first.url} title="Voice message" seconds={first.duration ?? undefined} />;
  }
  if (message.type === 'video' && first.url) {
    return (
      <VideoPlayer
        src={first.url}
        poster={first.thumbnails?.[0]}
        title="Video message"
        width={first.width ?? 1280}
        height={first.height ?? 720}
        seconds={first.duration ?? undefined}
      />
    );
  }
  return <span>{first.status === 'processing' ? 'Being prepared' : contents(message)}</span>;
}

function contents({ type, files }: Message): string {
  const length = files[0]?.duration ? `, ${formatDuration(files[0].duration)}` : '';
  switch (type) {
    case 'photo':
      return files.length === 1 ? '1 photo' : `${files.length} photos`;
    case 'video':
      return `Video${length}`;
    case 'audio':
      return `Audio${length}`;
    default:
      return 'Message';
  }
}
