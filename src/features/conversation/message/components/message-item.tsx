import { Copy, Trash2 } from 'lucide-react';
import { memo, useEffect, useState, type ReactNode } from 'react';
import { LinkedText } from '@/components/basic/linked-text';
import { LockedCard } from '@/components/content/locked-card';
import { TipLine } from '@/components/content/tip-line';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { MessageBubble, type MessageState } from '@/components/people/message-bubble';
import { toastShown } from '@/features/site/ui/ui-slice';
import { cx } from '@/lib/cx';
import { formatFull, formatTime, VIEWER_TIME_ZONE, formatDayName } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { unlockRequested, type Payee } from '@/store/intents';
import { gapDetected } from '../message-slice';
import type { Message } from '../message-state';
import { MessageMedia, getContents, getKind } from './message-media';
import styles from './message-item.module.css';

const POLL_INTERVAL_MS = 8_000;

interface MessageItemProps {
  message: Message;
  mine: boolean;
  other: Payee;
  /** Adds space, because the sender differs from that of the message before. */
  gap: boolean;
  state?: MessageState;
  stateTime?: string;
  onDelete: (message: Message) => void;
}

export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, mine, other, gap, state, stateTime, onDelete } = props;
  const isLocked = message.isSale && !message.isBought && !mine && !message.isDeleted;
  const [wasLocked] = useState(isLocked);
  const [isTouched, setTouched] = useState(false);
  if (message.type === 'tip') return <TipLine note={message.tipNote}>{tipWords(message, mine, other.name)}</TipLine>;
  if (message.type === 'notify') return <p className={cx('sm muted center', styles.notify)}>{message.text}</p>;
  const note = saleNote(message, mine);
  // The locked card already shows the text.
  const text = isLocked ? '' : message.text;
  const words = (text || note) && (
    <>
      {text && (
        <span className="said block">
          <LinkedText text={text} />
        </span>
      )}
      {note && <small className={styles.note}>{note}</small>}
    </>
  );
  const isFramed = isLocked || message.files.length > 0;
  const media = isLocked ? (
    <LockedMessage message={message} performer={other} />
  ) : (
    <MessageMedia message={message} mine={mine} reveal={wasLocked} />
  );
  return (
    <div
      className={cx(styles.row, isTouched && styles.touched)}
      // On phones, a tap shows the actions that a pointer shows on hover.
      onPointerUp={({ pointerType, target }) => {
        // A tap on an action must not hide it before it gets the click.
        const isControl = target instanceof Element && target.closest('button, a, [role=menu]') !== null;
        if (pointerType === 'touch' && !isControl) setTouched(!isTouched);
      }}
    >
      <MessageBubble
        mine={mine}
        author={mine ? 'You' : other.name}
        gap={gap}
        deleted={message.isDeleted}
        state={state}
        stateTime={stateTime}
        media={isFramed && !message.isDeleted ? media : undefined}
        aside={<Aside message={message} mine={mine} isLocked={isLocked} onDelete={onDelete} />}
      >
        {words}
      </MessageBubble>
    </div>
  );
});

function Aside({
  message,
  mine,
  isLocked,
  onDelete,
}: Pick<MessageItemProps, 'message' | 'mine' | 'onDelete'> & { isLocked: boolean }) {
  const dispatch = useAppDispatch();
  const copy = async () => {
    try {
      // `clipboard` is undefined on pages served over plain HTTP, which also leads to the catch.
      await navigator.clipboard.writeText(message.text);
      dispatch(toastShown({ text: 'Copied' }));
    } catch {
      dispatch(toastShown({ text: 'Your browser did not allow copying.', tone: 'error' }));
    }
  };
  const items: MenuItem[] = [];
  if (message.text && !message.isDeleted && !isLocked)
    items.push({ label: 'Copy text', icon: Copy, onSelect: () => void copy() });
  // A message that was bought cannot be deleted.
  if (mine && !message.isDeleted && !(message.isSale && message.isBought)) {
    items.push({ label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => onDelete(message) });
  }
  const label = `More: ${items.map((item) => item.label.toLowerCase()).join(', ')}`;
  return (
    <div className={styles.aside}>
      {items.length > 0 && <Menu label={label} items={items} align={mine ? 'end' : 'start'} />}
      <time dateTime={message.createdAt} title={formatFull(message.createdAt, { timeZone: VIEWER_TIME_ZONE })}>
        {formatTime(message.createdAt, { timeZone: VIEWER_TIME_ZONE })}
      </time>
    </div>
  );
}

function tipWords(message: Message, mine: boolean, name: string): ReactNode {
  if (!message.tipAmount) return message.text;
  const sum = formatMoney(message.tipAmount);
  return (
    <>
      {mine && 'You tipped '}
      <bdi>{name}</bdi> {!mine && 'tipped you '}
      {sum}
    </>
  );
}

/** Text below a sold message: the buyer sees the price paid, the seller whether it was bought. ux.md MS-6. */
export function saleNote({ isSale, isBought, price, boughtAt }: Message, mine: boolean): string | null {
  if (!isSale) return null;
  const sum = formatMoney(price ?? 0);
  if (!isBought) return mine ? `Not bought yet · ${sum}` : null;
  // Compatible backends always send `isBought: true` to the seller; only `boughtAt` means a sale. Wire contract 3.18.
  if (mine && !boughtAt) return `For sale · ${sum}`;
  const day = boughtAt ? ` · ${formatDayName(boughtAt, { timeZone: VIEWER_TIME_ZONE })}` : '';
  return `${mine ? 'Bought' : 'Unlocked'} for ${sum}${day}`;
}

function LockedMessage({ message, performer }: { message: Message; performer: Payee }) {
  const dispatch = useAppDispatch();
  const [first] = message.files;
  const preview = first?.thumbnails?.[0];
  const { _id: id, conversationId, sequence } = message;
  const price = message.price ?? 0;
  const title = getContents(message);
  const isSoldReady = useAppSelector(selectHasExtension('readySales'));
  const hasFileWithStatus = (status: string) => isSoldReady && message.files.some((file) => file.status === status);
  const [isProcessing, isBroken] = [hasFileWithStatus('processing'), hasFileWithStatus('error')];
  useEffect(() => {
    if (!isProcessing) return undefined;
    // Locked files cannot be polled, so the newest messages are fetched again.
    const timer = setInterval(() => dispatch(gapDetected({ conversationId })), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [dispatch, conversationId, isProcessing]);
  const unlock = () =>
    dispatch(unlockRequested({ target: 'message', id, conversationId, sequence, price, title, performer }));
  return (
    <LockedCard
      compact
      title={`${title} from ${performer.name}`}
      kind={first ? getKind(first, message) : 'text'}
      chips={[title]}
      caption={message.text}
      preview={preview ? { src: preview, width: first?.width ?? 640, height: first?.height ?? 400 } : null}
      action={
        isBroken || isProcessing
          ? { label: isBroken ? 'Can’t be opened' : 'Still being processed', disabled: true }
          : { label: `Unlock for ${formatMoney(price)}`, onClick: unlock }
      }
      terms={isProcessing && !isBroken && 'You can unlock it as soon as it’s ready.'}
    />
  );
}
