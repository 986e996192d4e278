import { Day } from '@/components/basic/times';
import { Fact, FactList } from '@/components/list/fact-list';
import { getCountryName, getLanguageName } from '@/lib/display-name';
import { useAppSelector } from '@/store/hooks';
import { selectCategories, type Performer } from '../performer-slice';

export function ProfileAbout({ performer }: { performer: Performer }) {
  const categories = useAppSelector(selectCategories);
  const topics = performer.categoryIds.flatMap(
    (id) => categories.find((category) => category.value === id)?.text ?? [],
  );
  const languages = performer.languages.map(getLanguageName).join(', ');
  return (
    <FactList>
      {topics.length > 0 && <Fact label="Creates">{topics.join(', ')}</Fact>}
      {performer.country && <Fact label="From">{getCountryName(performer.country)}</Fact>}
      {languages && <Fact label="Speaks">{languages}</Fact>}
      <Fact label="Joined">
        <Day value={performer.createdAt} />
      </Fact>
      {(performer.socialLinks ?? []).map(({ label, url }) => (
        <Fact key={url} label={label}>
          <a className="link" href={url} rel="noreferrer nofollow ugc" target="_blank">
            {url.replace(/^https?:\/\/(www\.)?/, '')}
          </a>
        </Fact>
      ))}
    </FactList>
  );
}
