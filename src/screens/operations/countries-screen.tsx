import { Alert, Button, Card, Form, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { ConsolePage } from '@/components/console/console-page';
import { LeaveGuard } from '@/components/states/leave-guard';
import { useAct } from '@/features/operations/act/use-act';
import {
  closeCountries,
  countryChoice,
  settingsList,
  type CountryChoice,
} from '@/features/operations/setting/setting-feature';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

/** Countries that the site is closed to. */
export function CountriesScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(countryChoice.select);
  const settings = useAppSelector(settingsList.select).data;
  const isOff = settings?.some(({ key, value }) => key === 'geoBlock' && value === false);
  const retry = <Button onClick={() => dispatch(countryChoice.requested())}>Try again</Button>;
  return (
    <>
      <PageTitle title="Closed countries" />
      <ConsolePage
        title="Closed countries"
        note="People in these countries see a notice in place of the site, and calls of apps are refused. Operators see the site everywhere."
      >
        {isOff && (
          <Alert
            type="warning"
            showIcon
            title="“Closed countries” is off in the settings, so the list has no effect."
          />
        )}
        {status === 'failed' && <Alert type="error" showIcon title={error?.message} action={retry} />}
        {!data && status !== 'failed' && <Skeleton active />}
        {data && <CountryForm choice={data} />}
      </ConsolePage>
    </>
  );
}

function CountryForm({ choice: { all, closed } }: { choice: CountryChoice }) {
  // The list is loaded again after each save. What is chosen meanwhile must not be lost.
  const [edited, setEdited] = useState<string[]>();
  const chosen = edited ?? closed;
  const [loaded, setLoaded] = useState(closed);
  if (closed !== loaded) {
    setLoaded(closed);
    // Saved: from here on, the list shows what other operators change.
    if (chosen.toSorted().join() === closed.join()) setEdited(undefined);
  }
  const [isAsking, setIsAsking] = useState(false);
  const { act, isBusy, failure } = useAct({ open: isAsking, onDone: () => setIsAsking(false) });
  const nameAll = (codes: string[]) =>
    codes.map((code) => all.find(({ value }) => value === code)?.label ?? code).join(', ');
  const newlyClosed = chosen.filter((code) => !closed.includes(code));
  const opened = closed.filter((code) => !chosen.includes(code));
  const effect = [
    newlyClosed.length > 0 ? `Closes the site to ${nameAll(newlyClosed)}.` : '',
    opened.length > 0 ? `Opens it to ${nameAll(opened)}.` : '',
    'Holds within seconds, also for people who are logged in. Their subscriptions continue until they are canceled.',
  ].join(' ');
  return (
    <Card>
      <LeaveGuard when={newlyClosed.length + opened.length > 0 ? 'leaving' : null} />
      <Form layout="vertical">
        <Form.Item label="Closed to" extra={`${pluralise(chosen.length, 'country', 'countries')} selected`}>
          <Select
            aria-label="Closed to"
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Open everywhere"
            value={chosen}
            onChange={setEdited}
            options={all}
          />
        </Form.Item>
        <Button type="primary" disabled={newlyClosed.length + opened.length === 0} onClick={() => setIsAsking(true)}>
          Save
        </Button>
      </Form>
      <ActDialog
        open={isAsking}
        title="Change the closed countries?"
        effect={effect}
        okText="Save"
        isDanger={newlyClosed.length > 0}
        isBusy={isBusy}
        failure={failure}
        onAct={() => act(closeCountries(chosen))}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
