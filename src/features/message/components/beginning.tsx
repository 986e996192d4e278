import { Cameo } from '@/components/cameo';
import type { Conversation } from '../message-types';
import { payeeOf } from './payee-of';
import styles from './log.module.css';

/** Stands above the first message of a conversation, or alone while nothing is written yet. */
export function Beginning({ person, isEmpty }: { person: Conversation['recipientInfo']; isEmpty: boolean }) {
  const { name, avatar } = payeeOf(person);
  return (
    <div className={styles.beginning} data-empty={isEmpty || undefined}>
      <Cameo name={name} src={avatar} size="lg" />
      <p className={styles.beginningName}>{name}</p>
      <p>
        {isEmpty
          ? 'Nothing is written yet. What you write here is between the two of you.'
          : 'Your conversation begins here. It is between the two of you.'}
      </p>
    </div>
  );
}
