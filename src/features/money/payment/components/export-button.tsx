import { CsvButton } from '@/components/basic/csv-button';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentExports } from '../payment-feature';

export function ExportButton({ what }: { what: keyof typeof paymentExports }) {
  const dispatch = useAppDispatch();
  const isExporting = useAppSelector((state) => state.payment.exporting[what]);
  return <CsvButton isBusy={isExporting} onPress={() => dispatch(paymentExports[what].requested())} />;
}
