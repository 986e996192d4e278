import { LockedCard } from '@/components/content/locked-card';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { unlockWanted, type Payee } from '@/store/intents';
import type { Message } from '../message-types';
import { contentsOf, kindOf } from './message-contents';

/** A message with a price, for who has not paid: what is in it, what its sender says of it, one button. ux.md MS-6. */
export function LockedMessage({ message, performer }: { message: Message; performer: Payee }) {
  const dispatch = useAppDispatch();
  const [first] = message.files;
  const preview = first?.thumbnails?.[0];
  const price = message.price ?? 0;
  const title = contentsOf(message);
  return (
    <LockedCard
      compact
      title={`${title} from ${performer.name}`}
      kind={first ? kindOf(first, message) : 'text'}
      chips={[title]}
      caption={message.text}
      preview={preview ? { src: preview, width: first?.width ?? 640, height: first?.height ?? 400 } : null}
      action={{
        label: `Unlock for ${formatMoney(price)}`,
        onClick: () => dispatch(unlockWanted({ target: 'message', id: message._id, price, title, performer })),
      }}
    />
  );
}
