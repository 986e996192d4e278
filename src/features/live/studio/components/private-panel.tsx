import { useId } from 'react';
import { Button } from '@/components/basic/button';
import { useSecondsSince, useSecondsUntil } from '@/components/hooks/use-seconds';
import { Avatar } from '@/components/people/avatar';
import { selectEarningTerms } from '@/features/identity/auth/session-slice';
import { getKeptShare } from '@/lib/earning-terms';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import * as studio from '../studio-slice';
import { selectStudio, type PrivateRequest, type PrivateResult, type PrivateShow } from '../studio-state';
import styles from './studio.module.css';

export function PrivatePanel() {
  const { privateShow, privateResult, requests } = useAppSelector(selectStudio);
  return (
    <>
      {privateShow && <RunningShow show={privateShow} />}
      {privateResult && <ResultNote result={privateResult} />}
      {requests.map((request) => (
        <RequestCard key={request.conversationId} request={request} canAccept={privateShow === null} />
      ))}
    </>
  );
}

function useKept(price: number | null): string {
  const terms = useAppSelector(selectEarningTerms);
  if (price === null) return '';
  const kept = terms ? ` You keep ${formatMoney(price * getKeptShare(terms, 'stream'))}.` : '';
  return `${formatMoney(price)} a minute.${kept}`;
}

function RequestCard({ request, canAccept }: { request: PrivateRequest; canAccept: boolean }) {
  const dispatch = useAppDispatch();
  const { answering, viewers } = useAppSelector(selectStudio);
  const { conversationId, user, price, note, answerBy } = request;
  const name = getPersonName(user, 'fan');
  const left = useSecondsUntil(answerBy);
  const kept = useKept(price);
  const isAnswering = answering === conversationId;
  // Answers are sent one at a time.
  const isWaiting = answering !== null && !isAnswering;
  const reasonId = useId();
  return (
    <section className={styles.card} aria-label={`Request by ${name}`}>
      <div className="row">
        <Avatar name={name} src={user?.avatar} size="sm" />
        <div className="grow">
          <p className="strong" role="status">
            {name} asks for a private show
          </p>
          {note && <p className="sm said">“{note}”</p>}
        </div>
      </div>
      <p className="sm muted num">
        {kept} {left > 0 && `${left} s to answer. `}
        {canAccept && viewers.total > 1 && `${pluralise(viewers.total - 1, 'other viewer')} will see “Back soon”.`}
      </p>
      {!canAccept && (
        <p className="sm" id={reasonId}>
          You can accept once the private show you’re in has ended.
        </p>
      )}
      <div className="row">
        <Button
          variant="primary"
          size="sm"
          className="grow"
          busy={isAnswering}
          busyLabel="Answering"
          disabled={!canAccept || isWaiting}
          aria-describedby={canAccept ? undefined : reasonId}
          onClick={() => dispatch(studio.acceptRequested({ conversationId }))}
        >
          Accept
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isAnswering || isWaiting}
          onClick={() => dispatch(studio.declineRequested({ conversationId }))}
        >
          Not now
        </Button>
      </div>
    </section>
  );
}

function RunningShow({ show }: { show: PrivateShow }) {
  const dispatch = useAppDispatch();
  const { isPrivateEnding } = useAppSelector(selectStudio);
  const { user, startedAt, minutes, earned, price, seatId } = show;
  const name = getPersonName(user, 'fan');
  const seconds = useSecondsSince(startedAt);
  return (
    <section className={styles.card} aria-label="Private show">
      <div className="row row--wrap">
        <Avatar name={name} src={user?.avatar} size="sm" />
        <div className={styles.cardWords}>
          <p className="strong">Private show with {name}</p>
          <p className="sm muted num">
            {formatDuration(seconds)}
            {price !== null && `, ${formatMoney(price)} a minute`}
          </p>
        </div>
        <Button
          variant="danger"
          size="sm"
          busy={isPrivateEnding}
          busyLabel="Ending"
          onClick={() => dispatch(studio.privateEndRequested())}
        >
          End private show
        </Button>
      </div>
      {seatId !== null && (
        <p className="sm num">
          {pluralise(minutes, 'minute')} paid
          {earned !== null && <>, you earned {formatMoney(earned)}</>}. The others see “Back soon”.
        </p>
      )}
    </section>
  );
}

function ResultNote({ result: { name, endedBy, minutes, earned } }: { result: PrivateResult }) {
  const dispatch = useAppDispatch();
  return (
    <section className={styles.card} aria-label="Private show">
      <div className="row">
        <div className="grow" role="status">
          <p className="strong">{describeEnd(name, endedBy)}</p>
          <p className="sm muted num">
            {pluralise(minutes, 'minute')}
            {earned !== null && `, you earned ${formatMoney(earned)}`}. Everyone sees you again.
          </p>
        </div>
        <Button size="sm" onClick={() => dispatch(studio.privateResultRead())}>
          Done
        </Button>
      </div>
    </section>
  );
}

function describeEnd(name: string, endedBy: PrivateResult['endedBy']): string {
  switch (endedBy) {
    case 'fan':
      return `${name} left the private show`;
    case 'wallet':
      return `The private show ended: ${name} had no money for the next minute`;
    case 'limit':
      return `The private show ended: ${name} reached a spending limit`;
    case 'hostGone':
      return 'The private show ended: your connection was lost';
    case 'operator':
      return 'The site ended the private show';
    default:
      return `Private show with ${name} ended`;
  }
}
