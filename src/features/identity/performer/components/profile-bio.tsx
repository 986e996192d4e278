import { useState } from 'react';
import styles from './profile-header.module.css';

/** Characters that fit into one line where the column is widest. */
const lineLength = 58;
/** Lines that a long text shows before "Read on": the posts below are what one came for. */
const linesShown = 4;

/** What a creator says of themselves, cut short until somebody wants to read on. */
export function ProfileBio({ bio }: { bio: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = bio.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
  // One line more is not worth a press.
  if (isOpen || lines <= linesShown + 1) return <p className={styles.bio}>{bio}</p>;
  return (
    <div>
      <p className={`${styles.bio} ${styles.clamped}`}>{bio}</p>
      <button type="button" className="link sm" onClick={() => setIsOpen(true)}>
        Read more
      </button>
    </div>
  );
}
