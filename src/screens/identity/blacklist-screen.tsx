import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { BlockedPeople } from '@/features/identity/block/components/blocked-people';
import { PersonFinder } from '@/features/identity/block/components/person-finder';
import { BlockFacts } from '../site/lazy-parts';
import { PageTitle } from '../site/page-title';

export function BlacklistScreen() {
  return (
    <PageColumn>
      <PageTitle title="Blocked people" />
      <PageHead
        title="Blocked people"
        note="They’ll see “page not found”, and cannot message you."
        actions={<Button href={paths.creator.blockCountries}>Countries</Button>}
      />
      <PersonFinder renderAbout={({ _id }) => <BlockFacts userId={_id} />} />
      <BlockedPeople />
    </PageColumn>
  );
}
