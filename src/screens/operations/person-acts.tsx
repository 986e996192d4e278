import { Button, Card } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { useAct } from '@/features/operations/act/use-act';
import { MAX_OPERATOR_TEXT } from '@/features/operations/person/person-acts';
import { personMoney, type Person } from '@/features/operations/person/person-feature';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { CommissionDialog } from './commission-dialog';
import { loadPersonLog } from './people-query';
import { HeldMoney } from './held-money';
import { listActs, type PersonAct } from './person-act-list';
import styles from './person-screen.module.css';

/** Acts on the account, each with its effect in words. */
export function PersonActs({ person }: { person: Person }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const mayEdit = useAppSelector(selectMay('editAccounts'));
  const { data: money, query } = useAppSelector(personMoney.select);
  const ownMoney = query === person._id ? money : null;
  const acts = listActs(person, ownMoney);
  return (
    <Card title="Actions">
      <ul className={styles.acts}>
        {acts.map((act) => (
          <ActRow key={act.key} act={act} onChoose={() => setChosen(act.key)} />
        ))}
        {person.kind === 'user' && ownMoney !== null && ownMoney.wallet > 0 && !ownMoney.walletRefund && (
          <li>
            <span className="sm muted">
              {formatMoney(ownMoney.wallet)} in the wallet can’t be paid back here: no payment by card is left that it
              could go back to, or the account owes the site.
            </span>
          </li>
        )}
        {person.operatorRole !== null && (
          <li>
            <span className="sm muted">The account of an operator can’t be closed. Remove the role first.</span>
          </li>
        )}
        {person.creator && mayEdit && (
          <li>
            <div>
              <strong>Commission</strong>
              <br />
              <span className="sm muted">The share of each later sale that the site keeps.</span>
            </div>
            <Button onClick={() => setChosen('commission')}>Change</Button>
          </li>
        )}
      </ul>
      <PersonActDialog
        id={person._id}
        act={acts.find(({ key }) => key === chosen) ?? null}
        onClose={() => setChosen(null)}
      />
      {person.creator && (
        <CommissionDialog
          id={person._id}
          creator={person.creator}
          open={chosen === 'commission'}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

function ActRow({
  act: { permission, title, effect, button, isDanger },
  onChoose,
}: {
  act: PersonAct;
  onChoose: () => void;
}) {
  const isAllowed = useAppSelector(selectMay(permission));
  if (!isAllowed) return null;
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <br />
        <span className="sm muted">{effect}</span>
      </div>
      <Button danger={isDanger} onClick={onChoose} aria-label={title}>
        {button}
      </Button>
    </li>
  );
}

interface PersonActDialogProps {
  id: string;
  act: Pick<PersonAct, 'title' | 'question' | 'effect' | 'isDanger' | 'reason' | 'balances' | 'build'> | null;
  onClose: () => void;
}

export function PersonActDialog({ id, act: chosen, onClose }: PersonActDialogProps) {
  const dispatch = useAppDispatch();
  const close = () => {
    dispatch(loadPersonLog(id));
    onClose();
  };
  const { act, isBusy, failure } = useAct({ open: chosen !== null, onDone: close });
  return (
    <ActDialog
      open={chosen !== null}
      title={chosen?.question ?? chosen?.title ?? ''}
      effect={
        <>
          <p>{chosen?.effect}</p>
          {chosen?.balances && <HeldMoney of={chosen.balances} />}
        </>
      }
      okText={chosen?.title ?? ''}
      isDanger={chosen?.isDanger}
      isBusy={isBusy}
      failure={failure}
      reason={chosen?.reason && { ...chosen.reason, maxLength: MAX_OPERATOR_TEXT }}
      onAct={(reason) => chosen && act(chosen.build(reason))}
      onClose={onClose}
    />
  );
}
