import { useRouter } from 'next/router';
import { Package, SquarePen, Upload } from 'lucide-react';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { GallerySelect } from '@/features/content/studio/components/gallery-select';
import { Chips } from '@/components/form/chips';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { Tabs } from '@/components/layout/tabs';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { paths } from '@/config/paths';
import { getNoun, getNouns, studioKindNames, studioNames, type StudioKindName } from '@/config/item-names';
import { selectCanWait } from '@/features/content/studio/draft-problems';
import { OwnItemList } from '@/features/content/studio/components/own-item-list';
import { UnfinishedItems } from '@/features/content/studio/components/kept-note';
import { selectHasSold } from '@/features/money/order/order-support';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { ownOrders, ownStates, ownTypes, readOwnQuery, writeOwnQuery, type OwnItemsQuery } from './own-items-query';
import { PostSaleLine } from '../money/post-sale-line';
import { DayRangePicker } from '../site/lazy-parts';
import { PageTitle } from '../site/page-title';
import styles from './own-items-screen.module.css';

const kindTabs = studioKindNames.map((name) => ({ href: studioNames[name].own.list, label: studioNames[name].plural }));

export function OwnItemsScreen({ kind }: { kind: StudioKindName }) {
  const router = useRouter();
  const hasStates = useAppSelector(selectHasExtension('postStates'));
  const ships = useAppSelector(selectHasSold);
  const canWait = useAppSelector(selectCanWait(kind));
  const { noun, own } = studioNames[kind];
  const types = ownTypes[kind];
  const title = `My ${getNouns(kind)}`;
  const query = readOwnQuery(kind, router.query);
  const getHref = (next: OwnItemsQuery) => {
    const search = new URLSearchParams(writeOwnQuery(next)).toString();
    return search ? `${own.list}?${search}` : own.list;
  };
  const [wanted, change] = useOptimisticQuery(query, (next) =>
    router.push(getHref(next), undefined, { scroll: false }),
  );
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q, page: 1 }));
  return (
    <PageColumn width="wide">
      <PageTitle title={title} />
      <PageHead
        title={title}
        actions={
          <>
            {kind === 'video' && (
              <Button icon={Upload} href={paths.creator.bulkUpload}>
                Upload several
              </Button>
            )}
            {kind === 'product' && ships && (
              <Button icon={Package} href={paths.sales}>
                Orders
              </Button>
            )}
            <Button variant="primary" icon={SquarePen} href={own.create}>
              New {getNoun(kind)}
            </Button>
          </>
        }
      />
      <Tabs label="My content" tabs={kindTabs} current={own.list} />
      <UnfinishedItems kind={kind} />
      <div className={styles.filters}>
        <SearchField
          label={`Search my ${getNouns(kind)}`}
          value={text}
          onChange={setText}
          onSubmit={(q) => change({ q, page: 1 })}
        />
        {hasStates && (
          <Chips
            label={`${noun} status`}
            options={ownStates.filter(({ value }) => value !== 'scheduled' || canWait)}
            value={wanted.state}
            onToggle={(state) => change({ state, page: 1 })}
          />
        )}
        {types && (
          <Chips
            className={styles.kinds}
            label="Kind"
            options={types}
            value={wanted.type}
            onToggle={(type) => change({ type, page: 1 })}
          />
        )}
        <div className={styles.order}>
          {kind === 'photo' ? (
            <GallerySelect
              hideLabel
              placeholder="All galleries"
              value={wanted.gallery}
              onChange={(gallery) => change({ gallery, page: 1 })}
            />
          ) : (
            <DayRangePicker label="Made" value={wanted.days} onChange={(days) => change({ days, page: 1 })} />
          )}
          <Field label="Order" hideLabel>
            <Select
              options={ownOrders}
              value={wanted.order}
              onChange={({ target }) =>
                change({ order: ownOrders.find(({ value }) => value === target.value)?.value ?? '', page: 1 })
              }
            />
          </Field>
        </div>
      </div>
      <OwnItemList
        kind={kind}
        page={query.page}
        getHref={(page) => getHref({ ...query, page })}
        renderSale={({ _id, isSale, price }) => <PostSaleLine id={_id} isSold={Boolean(isSale && price)} />}
        isFiltered={
          query.days !== null || [query.state, query.type, query.gallery, query.q].some((value) => value !== '')
        }
      />
    </PageColumn>
  );
}
