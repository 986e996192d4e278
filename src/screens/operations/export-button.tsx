import { Button } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { useAct } from '@/features/operations/act/use-act';
import { downloadList, type ExportCall } from '@/features/operations/list-export/list-export-feature';
import { formatCount } from '@/lib/format-count';

interface ExportButtonProps {
  call: ExportCall;
  /** Query and length of the list as it is shown. */
  list: { query: object; total: number };
}

/** Asks before a list leaves the site as a file, because the file has names, emails or sums in it. */
export function ExportButton({ call, list: { query, total } }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { act, isBusy, failure } = useAct({ open: isOpen, onDone: close });
  const rows = total === 1 ? '1 row' : `${formatCount(total)} rows`;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Download CSV</Button>
      <ActDialog
        open={isOpen}
        title="Download this list?"
        effect={
          <p>
            {rows}, with the filters of this page, as a file for a spreadsheet. The log keeps that you downloaded it.
          </p>
        }
        okText="Download"
        isBusy={isBusy}
        failure={failure}
        onAct={() => act(downloadList(call, query))}
        onClose={close}
      />
    </>
  );
}
