import Link from 'next/link';
import type { ReactNode } from 'react';
import { describeJob } from '@/features/operations/job/job-words';
import type { LogLine } from '@/features/operations/log/log-feature';
import { listDetails } from '@/features/operations/log/log-details';
import { actWords, getSubjectHref, nameSubject } from '@/features/operations/log/log-words';
import { describeValue } from '@/features/operations/setting/setting-words';
import { settingTexts } from '@/features/operations/setting/setting-texts';
import type { SettingName } from '@/features/operations/setting/setting-feature';

const isSetting = (key: string): key is SettingName => Object.hasOwn(settingTexts, key);

const describeSetting = (key: string, value: unknown): string =>
  isSetting(key) ? describeValue({ key, value }) : String(value);

function nameInWords(line: LogLine): string {
  const { subjectKind, subjectId, details } = line;
  if (subjectKind === 'setting' && isSetting(subjectId)) return `“${settingTexts[subjectId].label}”`;
  const job = subjectKind === 'job' ? details['name'] : undefined;
  return typeof job === 'string' ? `“${describeJob(job).label}”` : nameSubject(line);
}

/** The act and its subject, which links to its page. */
export function LogAct({ line }: { line: LogLine }) {
  const { act } = line;
  const name = nameInWords(line);
  const href = getSubjectHref(line);
  return (
    <>
      {actWords[act]}{' '}
      {href === undefined || name === '' ? (
        name
      ) : (
        <Link className="link" href={href}>
          {name}
        </Link>
      )}
    </>
  );
}

/** One detail a row, such as `Reason: late`. */
export function renderLogDetails(line: LogLine): ReactNode {
  const details = listDetails(line, describeSetting);
  if (details.length === 0) return null;
  return (
    <>
      {details.map(({ label, text }) => (
        <div key={label}>
          <span className="muted">{label}:</span> {text}
        </div>
      ))}
    </>
  );
}
