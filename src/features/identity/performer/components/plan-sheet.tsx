import { Sheet } from '@/components/layout/sheet';
import type { Performer } from '../performer-slice';
import { SubscribePanel, shortName } from './subscribe-panel';

export function PlanSheet({ performer, open, onClose }: { performer: Performer; open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={`Subscribe to ${shortName(performer.name)}`}>
      <SubscribePanel performer={performer} plain onChosen={onClose} />
    </Sheet>
  );
}
