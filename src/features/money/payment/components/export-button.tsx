import { Download } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { exportRequested, selectIsExporting } from '../payment-slice';

/** The list as it is filtered, as a CSV file. */
export function ExportButton({ what }: { what: 'lines' | 'transactions' }) {
  const dispatch = useAppDispatch();
  const isExporting = useAppSelector(selectIsExporting);
  return (
    <Button
      size="sm"
      icon={Download}
      busy={isExporting}
      busyLabel="Preparing"
      onClick={() => dispatch(exportRequested(what))}
    >
      Download CSV
    </Button>
  );
}
