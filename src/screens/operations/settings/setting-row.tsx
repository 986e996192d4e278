import { Button } from 'antd';
import type { Setting } from '@/features/operations/setting/setting-feature';
import { settingTexts } from '@/features/operations/setting/setting-texts';
import { describeBounds, describeValue } from '@/features/operations/setting/setting-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import styles from './settings.module.css';

export function SettingRow({ setting, onChange }: { setting: Setting; onChange: () => void }) {
  const { label, effect } = settingTexts[setting.key];
  const since =
    setting.since === null
      ? 'Default of the software'
      : `Since ${formatFull(setting.since, { timeZone: VIEWER_TIME_ZONE })}`;
  return (
    <li className={styles.row}>
      <div>
        <h2>{label}</h2>
        <p className={styles.effect}>
          {effect} {describeBounds(setting)}
        </p>
      </div>
      <div className={styles.value}>
        {describeValue(setting)}
        <p className={styles.since}>{since}</p>
      </div>
      <Button className={styles.change} onClick={onChange} aria-label={`Change “${label}”`}>
        Change
      </Button>
    </li>
  );
}
