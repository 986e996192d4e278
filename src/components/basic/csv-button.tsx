import { Download } from 'lucide-react';
import { Button } from './button';

/** The list as it is filtered, as a CSV file. */
export const CsvButton = ({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) => (
  <Button size="sm" icon={Download} busy={isBusy} busyLabel="Preparing" onClick={onPress}>
    Download CSV
  </Button>
);
