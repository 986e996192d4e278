import { MessageCircle } from 'lucide-react';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { PageHead } from '@/components/layout/page-head';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import { FollowList } from '@/features/content/follow/components/follow-list';
import { follows } from '@/features/content/follow/follow-feature';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import { formatDay } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { FansTabs } from './fans-tabs';
import { PageTitle } from '../site/page-title';

export function FollowersScreen() {
  const { total } = useAppSelector(follows.followers.select);
  return (
    <PageColumn width="wide">
      <PageTitle title="Followers" />
      <PageHead title="Followers" note={total > 0 ? pluralise(total, 'account') : undefined} />
      <FansTabs current={paths.creator.followers} />
      <FollowList
        side="followers"
        renderRow={({ followerInfo: fan, createdAt }) =>
          fan && (
            <PersonRow
              name={fan.name || fan.username || 'Someone'}
              avatar={fan.avatar}
              meta={`Following since ${formatDay(createdAt, { timeZone: 'UTC' })}`}
              action={
                <IconButton
                  icon={MessageCircle}
                  label={`Message ${fan.name || fan.username || 'them'}`}
                  size="sm"
                  href={paths.messageTo('user', fan._id)}
                />
              }
            />
          )
        }
        empty={{
          title: 'No followers yet',
          text: 'Followers see everything you post publicly.',
          action: <Button href={paths.creator.createPost}>Write a post</Button>,
        }}
      />
    </PageColumn>
  );
}

export function FollowingScreen() {
  return (
    <PageColumn>
      <PageTitle title="Following" />
      <PageHead title="Following" note="Their posts appear on Home." />
      <FollowList
        side="following"
        renderRow={({ followingInfo: creator }) =>
          creator && (
            <PersonRow
              name={creator.name}
              href={paths.profile(creator.username || creator._id)}
              avatar={creator.avatar}
              verified={creator.verifiedAccount}
              online={Boolean(creator.isOnline)}
              live={Boolean(creator.live)}
              meta={creator.headline || `@${creator.username}`}
              action={<FollowButton performer={creator} size="sm" />}
            />
          )
        }
        empty={{
          title: 'You’re not following anyone yet',
          text: 'Following is free. Their posts appear on Home.',
          action: <Button href={paths.creators}>Find creators</Button>,
        }}
      />
    </PageColumn>
  );
}
