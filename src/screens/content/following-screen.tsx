import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { PageHead } from '@/components/layout/page-head';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import { FollowList } from '@/features/content/follow/components/follow-list';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import { PageTitle } from '../site/page-title';

/** The creators whom the viewer follows. */
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
