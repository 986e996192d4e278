import { Avatar } from '@/components/people/avatar';
import { Skeleton } from '@/components/basic/skeleton';
import { selectCardAt } from '@/features/identity/performer/performer-slice';
import { useAppSelector } from '@/store/hooks';
import styles from '../profile-screen.module.css';

/** What is known already from the list one came from, in its place; the rest in outlines. */
export function ProfileSkeleton({ address }: { address: string }) {
  const card = useAppSelector(selectCardAt(address));
  return (
    <>
      <div className={styles.cover}>
        {card?.cover && <img src={card.cover} alt="" width={1200} height={900} />}
        {!card && <Skeleton kind="media" ratio={2} />}
      </div>
      <div className={styles.profile}>
        <div>
          <div className={styles.outline}>
            {card ? (
              <>
                <Avatar name={card.name} src={card.avatar} size="xxl" rim eager />
                <h1>{card.name}</h1>
              </>
            ) : (
              <>
                <Skeleton kind="avatar" width="clamp(104px, 15vw, 148px)" />
                <Skeleton width="46%" />
              </>
            )}
            <Skeleton count={3} />
          </div>
          <Skeleton kind="post" />
        </div>
        <div className={styles.aside}>
          <Skeleton kind="media" ratio={4 / 5} />
        </div>
      </div>
    </>
  );
}
