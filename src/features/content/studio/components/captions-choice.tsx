import { Captions } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
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
  const input = useRef<HTMLInputElement>(null);
  const place = { key, slot: 'files' as const, localId };
  return (
    <li className={styles.alt}>
      <Field
        label={`Captions of ${name}`}
        hint="A WebVTT or SubRip file (.vtt, .srt). They show at once, to whoever may watch it."
      >
        <Select options={options} value={language} onChange={(event) => setLanguage(event.target.value)} />
      </Field>
      <div className={styles.captions}>
        <Button variant="soft" size="sm" icon={Captions} onClick={() => input.current?.click()}>
          {captions ? 'Replace captions' : 'Choose captions'}
        </Button>
        {captions && (
          <Button variant="ghost" size="sm" onClick={() => dispatch(captionsRemoved({ place }))}>
            Remove captions
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".vtt,.srt,text/vtt"
          data-testid="pick-captions"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) dispatch(captionsChosen({ place, file: chosen, language }));
            event.target.value = '';
          }}
        />
      </div>
    </li>
  );
}
