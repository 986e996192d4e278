import { ArrowDown, ArrowUp, ArrowUpToLine, Captions, GripVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { referenceRoutes } from '@contract/site/reference-routes';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { IconButton } from '@/components/basic/icon-button';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { useFileField } from '@/components/hooks/use-file-field';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { compareText } from '@/lib/compare';
import { cx } from '@/lib/cx';
import { getLanguageName } from '@/lib/display-name';
import { selectHasExtension, selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { DraftFile } from '../draft';
import { captionsChosen, captionsRemoved, fileDescribed, selectOpenKey } from '../studio-slice';
import { DraftUpload } from './draft-files';
import type { useSorting } from './use-sorting';
import styles from './editor.module.css';

interface FileRowProps {
  file: DraftFile;
  place: number;
  count: number;
  isDragged: boolean;
  grip: ReturnType<ReturnType<typeof useSorting>['gripProps']>;
  onMove: (to: number) => void;
  cover?: { isIt: boolean; choose: () => void };
}

export function FileRow({ file, place, count, isDragged, grip, onMove, cover }: FileRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const note = useDetails({ file, cover, isOpen, toggle: () => setIsOpen(!isOpen) });
  return (
    <>
      <DraftUpload
        file={file}
        slot="files"
        className={cx(isDragged && styles.dragged)}
        sortable
        grip={count > 1 && <Grip name={file.name} place={place} count={count} grip={grip} onMove={onMove} />}
        note={note}
      />
      {isOpen && (file.kind === 'photo' ? <Description file={file} /> : <CaptionsChoice file={file} />)}
    </>
  );
}

function useDetails({
  file: { kind, upload, alt, name, captions },
  cover,
  isOpen,
  toggle,
}: Pick<FileRowProps, 'file' | 'cover'> & { isOpen: boolean; toggle: () => void }): ReactNode {
  const keepsDetails = useAppSelector(selectHasExtension('postDetails'));
  const keepsCaptions = useAppSelector(selectSupportsCall(referenceRoutes.setFileCaptions));
  const more = (words: string, aside: string) => (
    <button type="button" className="link" aria-expanded={isOpen} onClick={toggle}>
      {words}
      <span className="sr">
        : {name}, {aside}
      </span>
    </button>
  );
  if (kind === 'photo' && upload.step !== 'failed') {
    if (!cover && !keepsDetails) return null;
    return (
      <>
        {cover && <CoverChoice {...cover} name={name} />}
        {cover && keepsDetails && ' · '}
        {keepsDetails && more(alt ? 'description added' : 'describe it', 'for people who cannot see it')}
      </>
    );
  }
  if (kind !== 'video' || upload.step !== 'ready' || !keepsCaptions) return null;
  return more(captions ? `captions in ${getLanguageName(captions)}` : 'add captions', 'for people who cannot hear it');
}

function CoverChoice({ isIt, choose, name }: NonNullable<FileRowProps['cover']> & { name: string }) {
  if (isIt) return <span className="strong">Cover</span>;
  return (
    <button type="button" className="link" onClick={choose}>
      make it the cover<span className="sr">: {name}</span>
    </button>
  );
}

function Description({ file: { name, alt, localId } }: { file: DraftFile }) {
  const dispatch = useAppDispatch();
  const input = useFocusOnMount<HTMLInputElement>();
  return (
    <li className={styles.alt}>
      <Field label={`Description of ${name}`} hint="Describe it in one sentence.">
        <Input
          ref={input}
          value={alt}
          maxLength={500}
          onChange={(event) => dispatch(fileDescribed({ localId, alt: event.target.value }))}
        />
      </Field>
    </li>
  );
}

const languages =
  'ar bg bn ca cs da de el en es es-419 et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant';
const options = languages
  .split(' ')
  .map((value) => ({ value, label: getLanguageName(value) }))
  .toSorted((one, other) => compareText(one.label, other.label));

function CaptionsChoice({ file: { localId, name, captions } }: { file: DraftFile }) {
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

/** To move the row: drag it, press it for a list of positions, or use the arrow keys. */
function Grip({
  name,
  place,
  count,
  grip,
  onMove,
}: Omit<FileRowProps, 'file' | 'isDragged' | 'cover'> & { name: string }) {
  const choices: (MenuItem & { to: number })[] = [
    { label: 'Move to the front', icon: ArrowUpToLine, to: 0 },
    { label: 'Move up', icon: ArrowUp, to: place - 1 },
    { label: 'Move down', icon: ArrowDown, to: place + 1 },
  ];
  return (
    <Menu
      align="start"
      label={`Place of ${name}: ${place + 1} of ${count}`}
      items={choices
        .filter(({ to }) => to >= 0 && to < count && to !== place)
        .map(({ to, ...item }) => ({ ...item, onSelect: () => onMove(to) }))}
      renderTrigger={({ onKeyDown: _open, ...trigger }) => (
        <IconButton
          {...trigger}
          {...grip}
          size="sm"
          icon={GripVertical}
          className={styles.grip}
          label={`Place of ${name}: ${place + 1} of ${count}. Drag it, or use the arrow keys.`}
        />
      )}
    />
  );
}
