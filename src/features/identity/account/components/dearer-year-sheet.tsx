import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { describeTwelveMonths } from './creator-prices';

interface DearerYearSheetProps {
  isOpen: boolean;
  prices: { monthly: string };
  onClose: () => void;
  onSave: () => void;
}

export function DearerYearSheet({ isOpen, prices, onClose, onSave }: DearerYearSheetProps) {
  return (
    <Sheet open={isOpen} onClose={onClose} title="A year costs more than twelve months">
      <p>{describeTwelveMonths(prices)} Fans will see both prices.</p>
      <FormFoot>
        <div className="row row--end">
          <Button variant="ghost" onClick={onSave}>
            Save anyway
          </Button>
          <Button variant="primary" onClick={onClose}>
            Change the prices
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
