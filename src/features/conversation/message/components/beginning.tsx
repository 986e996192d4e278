import { Avatar } from '@/components/people/avatar';
import type { Conversation } from '../message-types';
import { payeeOf } from './payee-of';
import styles from './message-log.module.css';

/** Stands above the first message of a conversation, or alone while nothing is written yet. */
export function Beginning({ conversation, isEmpty }: { conversation: Conversation; isEmpty: boolean }) {
  const { name, avatar } = payeeOf(conversation.recipientInfo);
  const between = 'Only the two of you can see it.';
  return (
    <div className={styles.beginning} data-empty={isEmpty || undefined}>
      <Avatar name={name} src={avatar} size="lg" />
      <p className={styles.beginningName}>{name}</p>
      <p>
        {!isEmpty && `Your conversation begins here. ${between}`}
        {isEmpty && `No messages yet. ${conversation.canWrite === false ? '' : between}`}
      </p>
    </div>
  );
}
