import { useEffect, useEffectEvent, useState } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Meter } from '@/components/list/meter';
import { PageHead } from '@/components/layout/page-head';
import { Skeleton } from '@/components/basic/skeleton';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { Verified } from '@/components/basic/verified';
import { itemLists } from '@/features/content/item/item-lists';
import { peopleRequested } from '@/features/content/item/item-slice';
import { selectPeople } from '@/features/content/item/item-state';
import { creatorsChosen } from '@/features/identity/first-steps/first-steps-feature';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import { selectIsFollowPending, type PerformerCard } from '@/features/identity/performer/performer-slice';
import { cx } from '@/lib/cx';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { homeList, CREATORS_TO_CHOOSE } from '../home-query';
import { useSuggestions } from './suggestions';
import { PageTitle } from '../../site/page-title';
import styles from './choose-creators.module.css';

/** Fills whole rows both with two and with three cards in a row. */
const CREATORS_SHOWN = 6;

export function ChooseCreators({ onDone }: { onDone: () => void }) {
  const dispatch = useAppDispatch();
  const foot = useFootRoom<HTMLDivElement>();
  const suggestions = useSuggestions();
  const followed = useAppSelector(selectPeople)?.length ?? 0;
  const creators = suggestions && [...suggestions].sort(withPortraitFirst).slice(0, CREATORS_SHOWN);
  const chosen = followed + (creators?.filter(({ isFollowed }) => isFollowed).length ?? 0);
  const isNobodyThere = suggestions?.length === 0;
  useEffect(() => {
    if (isNobodyThere) onDone();
  }, [isNobodyThere, onDone]);
  const isFollowPending = useAppSelector(selectIsFollowPending);
  const [isDone, setIsDone] = useState(false);
  const finish = useEffectEvent(() => {
    dispatch(creatorsChosen());
    dispatch(itemLists.requested(homeList({})));
    dispatch(peopleRequested());
    window.scrollTo(0, 0);
    onDone();
  });
  // Home would not list the posts of a creator whose follow call is still running.
  const canFinish = isDone && !isFollowPending;
  useEffect(() => {
    if (canFinish) finish();
  }, [canFinish]);
  return (
    <PageColumn>
      <PageTitle title="Choose three creators" />
      <PageHead title="Choose three creators" note="Their posts appear on Home. Following is free." />
      {!creators && <Skeleton kind="person" count={6} />}
      <ul className={styles.creators}>
        {creators?.map((card) => (
          <li key={card._id} className={cx(styles.creator, card.isFollowed && styles.chosen)}>
            <Avatar name={card.name} src={card.avatar} size="xl" eager />
            <p className={cx('row', styles.name)}>
              <span className="truncate">{card.name}</span>
              {card.verifiedAccount && <Verified />}
            </p>
            <p className={cx('said xs muted', styles.craft)}>{card.headline || `@${card.username}`}</p>
            <FollowButton performer={card} />
          </li>
        ))}
      </ul>
      <div className={cx('row', styles.foot)} ref={foot}>
        <div className="grow">
          <p className="sm" role="status">
            {chosen > CREATORS_TO_CHOOSE ? `Following ${chosen}` : `Following ${chosen} of ${CREATORS_TO_CHOOSE}`}
          </p>
          <Meter
            label={`${chosen} of ${CREATORS_TO_CHOOSE} creators`}
            percent={toPercent(chosen / CREATORS_TO_CHOOSE)}
            size="sm"
          />
        </div>
        <Button variant={chosen === 0 ? 'secondary' : 'primary'} busy={isDone} onClick={() => setIsDone(true)}>
          {chosen === 0 ? 'Skip' : 'Continue'}
        </Button>
      </div>
    </PageColumn>
  );
}

const withPortraitFirst = (one: PerformerCard, other: PerformerCard) => Number(!one.avatar) - Number(!other.avatar);
