import { Avatar } from '@/components/people/avatar';
import { cx } from '@/lib/cx';
import { getPayee, type Conversation } from '../message-state';
import styles from './message-log.module.css';

export function Beginning({ conversation, isEmpty }: { conversation: Conversation; isEmpty: boolean }) {
  const { name, avatar } = getPayee(conversation.recipientInfo);
  const between = 'Only the two of you can see it.';
  return (
    <div className={cx('sm muted center', styles.beginning)} data-empty={isEmpty || undefined}>
      <Avatar name={name} src={avatar} size="lg" />
      <p className={styles.beginningName}>{name}</p>
      <p>
        {!isEmpty && `Your conversation begins here. ${between}`}
        {isEmpty && `No messages yet. ${conversation.canWrite === false ? '' : between}`}
      </p>
    </div>
  );
}
