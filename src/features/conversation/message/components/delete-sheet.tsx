import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch } from '@/store/hooks';
import { messageDeleteRequested } from '../message-slice';
import type { Message } from '../message-state';
import styles from './delete-sheet.module.css';

interface DeleteSheetProps {
  message: Message;
  open: boolean;
  name: string;
  onClose: () => void;
}

/** Asks before deleting, and says who will no longer see the message. ux.md MS-9. */
export default function DeleteSheet({ message, open, name, onClose }: DeleteSheetProps) {
  const dispatch = useAppDispatch();
  const remove = () => {
    dispatch(messageDeleteRequested({ messageId: message._id }));
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Delete this message?"
      subtitle={`It’s deleted for both of you: ${name} will read “Message deleted” in its place.`}
    >
      <FormFoot>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={remove}>
            Delete for both
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
