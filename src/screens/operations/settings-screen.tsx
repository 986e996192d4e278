import { useRouter } from 'next/router';
import { Alert, Button, Empty, Input, Select, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { useNarrow } from '@/components/hooks/use-narrow';
import { useSearchText } from '@/components/hooks/use-search-text';
import { getSettingGroup, settingsList, type Setting } from '@/features/operations/setting/setting-feature';
import { settingTexts } from '@/features/operations/setting/setting-texts';
import { settingGroups } from '@/features/operations/setting/setting-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { readSettingFilter, settingsHref, type SettingFilter } from './settings-query';
import { SettingDialog } from './settings/setting-dialog';
import { SettingRow } from './settings/setting-row';
import styles from './settings/settings.module.css';

/** Every setting of the site, saved one by one. */
export function SettingsScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const filter = readSettingFilter(router.query);
  const { data, status, error } = useAppSelector(settingsList.select);
  const open = (next: Partial<SettingFilter>) =>
    void router.replace(settingsHref({ ...filter, ...next }), undefined, { scroll: false });
  // Each keystroke filters the list; only Enter changes the URL.
  const { text, setText, search } = useSearchText(filter.q, (q) => open({ q }));
  const shown = { ...filter, q: text.trim() };
  const [changing, setChanging] = useState<Setting | null>(null);
  const retry = <Button onClick={() => dispatch(settingsList.requested())}>Try again</Button>;
  return (
    <>
      <PageTitle title="Settings" />
      <ConsolePage
        title="Settings"
        note="Each setting is saved by itself and applies within seconds. Passwords and keys of other services are set on the server instead."
      >
        <Input.Search
          aria-label="Search settings"
          placeholder="Search all settings"
          allowClear
          enterButton
          value={text}
          onChange={({ target }) => setText(target.value)}
          onSearch={search}
          className={styles.search}
        />
        {shown.q === '' && <GroupChoice group={filter.group} onChange={(group) => open({ group })} />}
        {status === 'failed' && <Alert type="error" showIcon title={error?.message} action={retry} />}
        {!data && status !== 'failed' && <Skeleton active />}
        {data && <SettingRows rows={data.filter(isShown(shown))} onChange={setChanging} />}
        <SettingDialog setting={changing} onClose={() => setChanging(null)} />
      </ConsolePage>
    </>
  );
}

interface GroupChoiceProps {
  group: SettingFilter['group'];
  onChange: (group: SettingFilter['group']) => void;
}

/** On phones a list: antd's row of tabs would hide most of them behind a button. */
function GroupChoice({ group, onChange }: GroupChoiceProps) {
  if (useNarrow()) {
    const options = settingGroups.map(({ key, label }) => ({ value: key, label }));
    return <Select aria-label="Group" value={group} onChange={onChange} options={options} />;
  }
  const items = settingGroups.map(({ key, label }) => ({ key, label }));
  return <Tabs activeKey={group} onChange={(key) => onChange(key as SettingFilter['group'])} items={items} />;
}

function isShown({ group, q }: SettingFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ key }: Setting) => {
    const { label, effect } = settingTexts[key];
    const text = `${label} ${effect} ${key}`.toLowerCase();
    return words.length === 0 ? getSettingGroup(key) === group : words.every((word) => text.includes(word));
  };
}

function SettingRows({ rows, onChange }: { rows: Setting[]; onChange: (setting: Setting) => void }) {
  if (rows.length === 0) return <Empty description="No setting has these words." />;
  return (
    <ul className={styles.rows} aria-label="Settings">
      {rows.map((setting) => (
        <SettingRow key={setting.key} setting={setting} onChange={() => onChange(setting)} />
      ))}
    </ul>
  );
}
