import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { useAct } from '@/features/operations/act/use-act';
import {
  downloadBankFile,
  payoutSums,
  type BankFileFormat,
  type PayoutSums,
} from '@/features/operations/payout/payout-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

interface BankFileDialogProps {
  format: BankFileFormat | null;
  onClose: () => void;
}

const describe = ({ count, net }: { count: number; net: number }) =>
  `${pluralise(count, 'payout')}, ${formatMoney(net)}`;

/** Asks before bank details leave the site, and again before a second file pays a payout twice. */
export function BankFileDialog({ format, onClose }: BankFileDialogProps) {
  const bankFile = useAppSelector(payoutSums.select).data?.bankFile;
  const [isChosen, setIsChosen] = useState(false);
  const close = () => {
    setIsChosen(false);
    onClose();
  };
  const { act, isBusy, failure } = useAct({ open: format !== null, onDone: close });
  const isAllRepeated = bankFile?.fresh.count === 0 && bankFile.repeated.count > 0;
  const isRepeated = isAllRepeated || isChosen;
  const name = format === 'sepa' ? 'SEPA file' : 'bank file';
  return (
    <ActDialog
      open={format !== null}
      title={isAllRepeated ? 'Download the bank file again' : 'Download the bank file'}
      effect={
        <>
          {bankFile && <Contents bankFile={bankFile} />}
          {bankFile && bankFile.fresh.count > 0 && bankFile.repeated.count > 0 && (
            <Checkbox checked={isChosen} onChange={({ target }) => setIsChosen(target.checked)}>
              Include {describe(bankFile.repeated)}, again
            </Checkbox>
          )}
          <p>
            The file has the creators’ bank details. The log says that you downloaded it. Payouts stay “To pay” until
            you mark them as paid.
          </p>
        </>
      }
      okText={isAllRepeated ? `Download ${name} again` : `Download ${name}`}
      isDanger={isRepeated}
      isBusy={isBusy}
      failure={failure}
      onAct={() => format && act(downloadBankFile(format, isRepeated))}
      onClose={close}
    />
  );
}

function Contents({ bankFile: { fresh, repeated, lastAt } }: { bankFile: PayoutSums['bankFile'] }) {
  if (fresh.count + repeated.count === 0) return <p>No approved payout goes to a bank account.</p>;
  const at = formatFull(lastAt, { timeZone: VIEWER_TIME_ZONE });
  const warning =
    fresh.count === 0
      ? `Already downloaded at ${at}: ${describe(repeated)}. If that file reached the bank, this one pays the same creators twice.`
      : `Left out, because a file of ${at} or earlier has them: ${describe(repeated)}. Include them only if that file never reached the bank.`;
  return (
    <>
      {fresh.count > 0 && <p>New in this file: {describe(fresh)}.</p>}
      {repeated.count > 0 && <Alert type="warning" showIcon title={warning} />}
    </>
  );
}
