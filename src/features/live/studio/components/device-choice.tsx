import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import type { Device, DeviceKind, DeviceState } from '@/services/streaming/capture-device';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { deviceChosen } from '../studio-slice';
import { selectCapture } from '../studio-state';
import { describeProblem } from '../device-words';
import { LevelMeter } from './level-meter';
import styles from './studio.module.css';

export function DeviceChoice() {
  const { camera, microphone } = useAppSelector(selectCapture);
  const { size } = camera;
  return (
    <div className={styles.devices}>
      <DeviceSelect
        kind="camera"
        label="Camera"
        device={camera}
        hint={size ? `${size.width} × ${size.height}, ${size.frameRate} frames a second` : undefined}
      />
      <div className="stack stack--sm">
        <DeviceSelect kind="microphone" label="Microphone" device={microphone} />
        <LevelMeter />
      </div>
    </div>
  );
}

interface DeviceSelectProps {
  kind: DeviceKind;
  label: string;
  device: DeviceState;
  hint?: string | undefined;
}

function DeviceSelect({ kind, label, device, hint }: DeviceSelectProps) {
  const dispatch = useAppDispatch();
  const { devices, deviceId, status, problem } = device;
  const text = problem && describeProblem(kind, problem);
  return (
    <Field
      label={label}
      hint={hint ?? (status === 'off' ? 'Off until you turn it on' : undefined)}
      // The camera's error is shown in the preview.
      error={kind === 'microphone' && text ? `${text.title}. ${text.advice}` : undefined}
    >
      <Select
        value={devices.some(({ id }) => id === deviceId) ? deviceId : ''}
        options={devices.map((one, index) => ({ value: one.id, label: getLabel(one, label, index) }))}
        {...(!devices.some(({ id }) => id === deviceId) && { placeholder: `Default ${kind}` })}
        onChange={({ target }) => dispatch(deviceChosen({ kind, deviceId: target.value }))}
      />
    </Field>
  );
}

/** Before a device is allowed, browsers do not tell the names of devices. */
const getLabel = (device: Device, kind: string, index: number): string => device.label || `${kind} ${index + 1}`;
