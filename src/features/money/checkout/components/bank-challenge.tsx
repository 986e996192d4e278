import { useState } from 'react';
import { FlaskConical, Smartphone } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

type Answer = 'approve' | 'refuse';

interface BankChallengeProps {
  /** Major units. */
  sum: number;
  busy: boolean;
  onAnswer: (answer: Answer) => void;
}

/** 3-D Secure. A real bank asks in its own app while this waits; for the sandbox's bank, the payer answers here. */
export function BankChallenge({ sum, busy, onAnswer }: BankChallengeProps) {
  const { sandboxParts, siteName } = useAppSelector(selectSettings);
  // Without a press of its own, for example in a sheet that was opened again, the main button shows the progress.
  const [pressed, setPressed] = useState<Answer>('approve');
  const amount = formatMoney(sum);
  const answer = (chosen: Answer) => {
    setPressed(chosen);
    onAnswer(chosen);
  };
  if (!sandboxParts?.includes('payment')) {
    return (
      <div className="stack stack--lg">
        <Note icon={Smartphone} tone="accent">
          Open your bank’s app and approve <b>{amount}</b> to {siteName}. This page continues by itself.
        </Note>
        <Button variant="primary" size="lg" block busy busyLabel="Waiting for your bank">
          Waiting for your bank
        </Button>
      </div>
    );
  }
  return (
    <div className="stack stack--lg">
      <Note icon={FlaskConical} tone="accent">
        This is a test bank. A real bank would ask in its app: approve <b>{amount}</b> to {siteName}?
      </Note>
      <div className="stack stack--sm">
        <Button
          variant="primary"
          size="lg"
          block
          busy={busy && pressed === 'approve'}
          busyLabel="Confirming with the bank"
          disabled={busy && pressed !== 'approve'}
          onClick={() => answer('approve')}
        >
          Approve {amount}
        </Button>
        <Button
          block
          busy={busy && pressed === 'refuse'}
          busyLabel="Refusing"
          disabled={busy && pressed !== 'refuse'}
          onClick={() => answer('refuse')}
        >
          Refuse
        </Button>
      </div>
    </div>
  );
}
