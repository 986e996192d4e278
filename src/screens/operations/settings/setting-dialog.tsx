import { FormDialog } from '@/components/console/form-dialog';
import { useAct } from '@/features/operations/act/use-act';
import { getSettingKind, saveSetting, type Setting } from '@/features/operations/setting/setting-feature';
import { settingTexts } from '@/features/operations/setting/setting-texts';
import { describeBounds, describeValue, explainRefusal } from '@/features/operations/setting/setting-words';
import { MenuFields } from './menu-fields';
import { SettingField } from './setting-field';
import { fromFormValue, toFormValue } from './setting-form-values';
import styles from './settings.module.css';

interface SettingDialogProps {
  setting: Setting | null;
  onClose: () => void;
}

/** Changes one setting. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  const { act, isBusy, failure } = useAct({ open: setting !== null, onDone: onClose });
  const { label = '', effect = '' } = setting ? settingTexts[setting.key] : {};
  const save = (value: unknown) => {
    if (setting) act(saveSetting(setting.key, fromFormValue(getSettingKind(setting.key), value), label));
  };
  return (
    <FormDialog<{ value: unknown }>
      open={setting !== null}
      title={label}
      okText="Save"
      isBusy={isBusy}
      failure={setting && failure !== undefined ? explainRefusal(setting.key, failure) : undefined}
      onClose={onClose}
      initialValues={setting ? { value: toFormValue(getSettingKind(setting.key), setting.value) } : undefined}
      onFinish={({ value }) => save(value)}
    >
      {setting && (
        <>
          <p className={styles.intro}>{effect}</p>
          {getSettingKind(setting.key) === 'menus' ? (
            <MenuFields isBusy={isBusy} />
          ) : (
            <SettingField setting={setting} label={label} />
          )}
          <p className={styles.since}>
            {describeBounds(setting)} The default is: {describeValue({ ...setting, value: setting.defaultValue })}.
          </p>
        </>
      )}
    </FormDialog>
  );
}
