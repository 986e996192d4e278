import { Captions } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { useFileField } from '@/components/hooks/use-file-field';
import { compareText } from '@/lib/compare';
import { languageName } from '@/lib/language-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { captionsChosen, captionsRemoved } from '../captions-saga';
import type { DraftFile } from '../draft';
import { selectOpenKey } from '../studio-slice';
import styles from './editor.module.css';

/** Languages that captions are most often written in. */
const languages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh';
const options = languages
  .split(' ')
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((one, other) => compareText(one.label, other.label));

/** The words of a film, for people who do not hear it: in which language, and the file. */
export function CaptionsChoice({ file: { localId, name, captions } }: { file: DraftFile }) {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const [language, setLanguage] = useState(captions ?? 'en');
  const place = { key, slot: 'files' as const, localId };
  const picker = useFileField({
    accept: '.vtt,.srt,text/vtt',
    testId: 'pick-captions',
    onFiles: ([file]) => file && dispatch(captionsChosen({ place, file, language })),
  });
  return (
    <li className={styles.alt}>
      <Field
        label={`Captions of ${name}`}
        hint="A WebVTT or SubRip file (.vtt, .srt). They show at once, to whoever may watch it."
      >
        <Select options={options} value={language} onChange={(event) => setLanguage(event.target.value)} />
      </Field>
      <div className={styles.captions}>
        <Button variant="soft" size="sm" icon={Captions} onClick={picker.open}>
          {captions ? 'Replace captions' : 'Choose captions'}
        </Button>
        {captions && (
          <Button variant="ghost" size="sm" onClick={() => dispatch(captionsRemoved({ place }))}>
            Remove captions
          </Button>
        )}
        {picker.field}
      </div>
    </li>
  );
}
