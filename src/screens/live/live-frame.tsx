import { useRef, type ReactNode } from 'react';
import { useKeyboardRoom } from '@/components/hooks/use-keyboard-room';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import styles from './room-screen.module.css';

interface LiveFrameProps {
  /** Whether there is a chat, so that video and chat share the height of the window. */
  hasChat: boolean;
  children: ReactNode;
}

/** Dark in both themes. Signed-in pages need a `main` element here; the public layout already has one. */
export function LiveFrame({ hasChat, children }: LiveFrameProps) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const box = useRef<HTMLDivElement>(null);
  useKeyboardRoom(box);
  const room = (
    <div ref={box} className={styles.room} data-theme="dark" data-full={hasChat ? '' : undefined}>
      {children}
    </div>
  );
  return signedIn ? (
    <main id="main" tabIndex={-1} className={styles.main}>
      {room}
    </main>
  ) : (
    room
  );
}
