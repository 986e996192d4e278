import { CircleDollarSign, ImagePlus, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { limits } from '@contract/base/limits';
import { heicTypes } from '@contract/base/media-kinds';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { Field } from '@/components/form/field';
import { TextArea } from '@/components/form/text-area';
import { useFileField } from '@/components/hooks/use-file-field';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { isCoarsePointer } from '@/components/hooks/is-coarse-pointer';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { createRandomKey } from '@/lib/random-key';
import { isComposing } from '@/lib/is-composing';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { draftChanged, messageSent, keyTyped } from '../message-slice';
import { selectCanSell, selectDraft, getPayee, type Conversation } from '../message-state';
import { AttachmentTray, useAttach } from './attachments';
import { ClosedLine } from './closed-line';
import { PriceLine, usePrice } from './price-line';
import styles from './composer.module.css';

const selectTakesHeic = selectHasExtension('readableKinds');

interface ComposerProps {
  conversationId: string;
  conversation: Conversation | undefined;
}

const COUNTDOWN_CHARACTERS = 200;

export function Composer({ conversationId, conversation }: ComposerProps) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const canSell = useAppSelector(selectCanSell) && amPerformer;
  const text = useAppSelector(selectDraft(conversationId));
  const { attachments, attach } = useAttach(conversationId);
  const ready = attachments.filter((attachment) => attachment.status === 'ready');
  const isWaiting = attachments.some((attachment) => attachment.status === 'uploading');
  const failed = attachments.filter((attachment) => attachment.status === 'failed').length;
  const price = usePrice(conversationId);
  // The price is for all listed files: if one has failed, the fan would pay the same for fewer.
  const isSaleFine = price.sum === null || (ready.length > 0 && failed === 0);
  const line = useRef<HTMLTextAreaElement>(null);
  const foot = useFootRoom<HTMLElement>();
  useEffect(() => {
    // On phones, the keyboard would cover the messages.
    if (!isCoarsePointer()) line.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => fitHeight(line.current, text), [text]);
  const hasContent = text.trim() !== '' || ready.length > 0;
  const canSend = hasContent && !isWaiting && price.isFine && isSaleFine;
  const send = () => {
    if (!canSend) return;
    dispatch(
      messageSent({
        sentAt: Date.now(),
        clientId: createRandomKey(),
        conversationId,
        text: text.trim(),
        attachments: ready,
        price: price.sum,
      }),
    );
    dispatch(draftChanged({ conversationId, text: '' }));
    line.current?.focus({ preventScroll: true });
  };
  // If the field does not accept HEIC, phones convert their photos to JPEG.
  const takesHeic = useAppSelector(selectTakesHeic);
  const picker = useFileField({
    accept: ['image/jpeg,image/png,image/webp,image/gif,video/*,audio/*', ...(takesHeic ? heicTypes : [])].join(),
    multiple: true,
    onFiles: attach,
  });
  const handleKey = (event: KeyboardEvent) => {
    // On phones, Enter adds a line, and the button sends. ux.md MS-10.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || isCoarsePointer()) return;
    event.preventDefault();
    send();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  if (conversation && (conversation.isBlocked || conversation.canWrite === false)) {
    return (
      <footer className={styles.foot}>
        <div className={styles.closed}>
          <ClosedLine conversation={conversation} />
        </div>
      </footer>
    );
  }
  const sending = {
    variant: 'primary',
    disabled: !canSend,
    // Keeps the focus in the field, so that the keyboard stays open on phones.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: send,
  } as const;
  const name = getPayee(conversation?.recipientInfo).name.split(' ')[0] ?? '';
  const left = limits.messageText - text.length;
  return (
    <footer ref={foot} className={styles.foot}>
      <AttachmentTray conversationId={conversationId} attachments={attachments} />
      {price.text !== null && <PriceLine price={price} hasFiles={ready.length > 0} failed={failed} />}
      <div className={styles.line}>
        <IconButton icon={ImagePlus} label="Attach photos, video or audio" onClick={picker.open} />
        {picker.field}
        {canSell && (
          <IconButton
            icon={CircleDollarSign}
            label="Set a price"
            aria-expanded={price.isOpen}
            onClick={price.isOpen ? price.close : price.open}
          />
        )}
        <div className={styles.text}>
          <Field label={`Message to ${name}`} hideLabel>
            <TextArea
              ref={line}
              rows={1}
              maxLength={limits.messageText}
              placeholder={conversation ? `Message ${name}` : ''}
              value={text}
              enterKeyHint="enter"
              onChange={(event) => {
                dispatch(draftChanged({ conversationId, text: event.target.value }));
                if (event.target.value !== '') dispatch(keyTyped({ conversationId }));
              }}
              onKeyDown={handleKey}
              onPaste={handlePaste}
            />
          </Field>
          {left <= COUNTDOWN_CHARACTERS && (
            <span className={styles.left} role="status">
              {left} left
            </span>
          )}
        </div>
        {price.sum === null ? (
          <IconButton icon={SendHorizontal} label="Send" {...sending} />
        ) : (
          <Button icon={SendHorizontal} className={styles.sale} {...sending}>
            {price.isFine ? `Send for ${formatMoney(price.sum)}` : 'Send'}
          </Button>
        )}
      </div>
    </footer>
  );
}

/** Fits the height to the text in browsers without `field-sizing`. */
function fitHeight(line: HTMLTextAreaElement | null, text: string): void {
  if (!line || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  line.style.height = 'auto';
  if (text !== '') line.style.height = `${line.scrollHeight}px`;
}
