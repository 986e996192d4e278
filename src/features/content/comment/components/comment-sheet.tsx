import { Sheet } from '@/components/layout/sheet';
import type { ComponentProps } from 'react';
import { CommentThread } from './comment-thread';

interface CommentSheetProps extends ComponentProps<typeof CommentThread> {
  /** Whose work it is. */
  subtitle: string;
  onClose: () => void;
}

/** The comments of a post in a list, without leaving the list. Load it lazily. */
export function CommentSheet({ subtitle, onClose, ...thread }: CommentSheetProps) {
  return (
    <Sheet open onClose={onClose} title="Comments" subtitle={subtitle} size="wide">
      <CommentThread {...thread} />
    </Sheet>
  );
}
