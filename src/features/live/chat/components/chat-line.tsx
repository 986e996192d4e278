import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { takeGraphemes } from '@contract/base/graphemes';
import { limits } from '@contract/base/limits';
import { IconButton } from '@/components/basic/icon-button';
import { LinkedText } from '@/components/basic/linked-text';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import type { ChatMessage, OutgoingLine } from '../chat-state';
import styles from './chat.module.css';

interface ChatLineProps {
  message: ChatMessage;
  isHost: boolean;
  onDelete?: (() => void) | undefined;
  menu?: ReactNode;
}

export function ChatLine({ message, isHost, onDelete, menu }: ChatLineProps) {
  if (message.isSystem || message.type === 'notify') return <p className={styles.system}>{message.text}</p>;
  const name = getPersonName(message.senderInfo, isHost ? 'creator' : 'fan');
  const actions = (onDelete || menu) && (
    <span className={styles.actions}>
      {menu}
      {onDelete && <IconButton icon={Trash2} size="sm" label={`Delete this message by ${name}`} onClick={onDelete} />}
    </span>
  );
  if (message.type === 'tip') return <TipLine name={name} message={message} actions={actions} />;
  return (
    <div className={cx(styles.line, isHost && styles.host)}>
      <p className={styles.words}>
        <b>{name}</b>
        {isHost && <span className="sr"> (host)</span>}{' '}
        <span className="said">
          <LineText text={message.text || 'A file'} />
        </span>
      </p>
      {actions}
    </div>
  );
}

/** Other clients send longer messages, which would fill the chat. */
function LineText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen || text.length <= limits.chatText ? text : takeGraphemes(text, limits.chatText);
  const isCut = shown.length < text.length;
  return (
    <>
      <LinkedText text={isCut ? `${shown}…` : text} isCut={isCut} />
      {isCut && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            Show all
          </button>
        </>
      )}
    </>
  );
}

/** Compatible backends send the name and amount only as part of the text. Wire contract 3.18. */
function TipLine({ name, message, actions }: { name: string; message: ChatMessage; actions: ReactNode }) {
  const { tipAmount, tipNote, text } = message;
  return (
    <div className={styles.tip}>
      <div className="row row--between">
        <b>{tipAmount ? `${name} tipped` : text}</b>
        {tipAmount ? <span className={cx('price', styles.sum)}>{formatMoney(tipAmount)}</span> : null}
        {actions}
      </div>
      {tipNote && <p className="sm said">{tipNote}</p>}
    </div>
  );
}

interface OutgoingLineViewProps {
  line: OutgoingLine;
  onRetry: () => void;
  onDiscard: () => void;
}

export function OutgoingLineView({ line, onRetry, onDiscard }: OutgoingLineViewProps) {
  const isFailed = line.status === 'failed';
  return (
    <div className={cx(styles.line, styles.outgoing)}>
      <p className={styles.words}>
        <b>You</b> <span className="said">{line.text}</span>
        {!isFailed && <span className="sr"> (sending)</span>}
      </p>
      {isFailed && (
        <p className={styles.failed} role="alert">
          {line.error?.message ?? 'Not sent.'}{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>{' '}
          <button type="button" className="link" onClick={onDiscard}>
            Delete
          </button>
        </p>
      )}
    </div>
  );
}
