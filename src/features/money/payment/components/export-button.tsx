import { Download } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentExports } from '../payment-feature';

/** The list as it is filtered, as a CSV file. */
export function ExportButton({ what }: { what: keyof typeof paymentExports }) {
  const dispatch = useAppDispatch();
  const isExporting = useAppSelector((state) => state.payment.exporting[what]);
  return (
    <Button
      size="sm"
      icon={Download}
      busy={isExporting}
      busyLabel="Preparing"
      onClick={() => dispatch(paymentExports[what].requested())}
    >
      Download CSV
    </Button>
  );
}
