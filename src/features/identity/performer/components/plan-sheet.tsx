import { Sheet } from '@/components/layout/sheet';
import type { Performer } from '../performer-slice';
import { PricePanel, shortName } from './price-panel';

/** The price panel over the page, for phones. */
export function PlanSheet({ performer, open, onClose }: { performer: Performer; open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={`Subscribe to ${shortName(performer.name)}`}>
      <PricePanel performer={performer} plain onChosen={onClose} />
    </Sheet>
  );
}
