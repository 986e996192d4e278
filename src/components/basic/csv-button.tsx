import { Download } from 'lucide-react';
import { Button } from './button';

export const CsvButton = ({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) => (
  <Button size="sm" icon={Download} busy={isBusy} busyLabel="Preparing" onClick={onPress}>
    Download CSV
  </Button>
);
