import styles from './typing-dots.module.css';

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
