import styles from './typing-dots.module.css';

/** Somebody is writing. @param name who. */
export function TypingDots({ name }: { name: string }) {
  return (
    <div className={styles.typing} role="status">
      <span className="sr">{name} is typing</span>
      <i />
      <i />
      <i />
    </div>
  );
}
