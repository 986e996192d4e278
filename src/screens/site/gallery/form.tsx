import { CreditCard, Globe, Lock, Music, Palette, Search, Wallet } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/basic/button';
import { AmountPicker } from '@/components/form/amount-picker';
import { Check } from '@/components/form/check';
import { CheckGroup } from '@/components/form/check-group';
import { Chips } from '@/components/form/chips';
import { ChoiceCard } from '@/components/form/choice-card';
import { ComboboxList, ComboboxNothing, ComboboxOption, comboboxProps, getOptionId } from '@/components/form/combobox';
import { ConflictNote } from '@/components/form/conflict-note';
import { DateTimePicker } from '@/components/form/date-time-picker';
import { DayRangePicker } from '@/components/form/day-range-picker';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { MonthGrid } from '@/components/form/month-grid';
import { NewPasswordField, PasswordInput } from '@/components/form/password-input';
import { CodeInput, EmailInput, NameInput, UsernameField } from '@/components/form/person-inputs';
import type { DayRange } from '@/components/form/picker-button';
import { ProblemSummary } from '@/components/form/problem-summary';
import { QuantityStepper } from '@/components/form/quantity-stepper';
import { RestoredNote } from '@/components/form/restored-note';
import { SearchField } from '@/components/form/search-field';
import { Segmented } from '@/components/form/segmented';
import { Select } from '@/components/form/select';
import { Switch } from '@/components/form/switch';
import { TextArea } from '@/components/form/text-area';
import { UploadRow, type UploadRowProps } from '@/components/form/upload-row';
import { Icon } from '@/components/basic/icon';
import { isComposing } from '@/lib/is-composing';
import { State, type GalleryEntry } from './entry';
import { LONG_NAME, LONG_TEXT, noop } from './samples';
import styles from './gallery.module.css';

const amounts = ['5', '10', '25', 'other'].map((value) => ({
  value,
  label: value === 'other' ? 'Other' : `$${value}`,
}));

function Amounts({ tone }: { tone: 'accent' | 'gift' }) {
  const [value, setValue] = useState('10');
  return <AmountPicker label="Amount" options={amounts} value={value} onChange={setValue} tone={tone} />;
}

const crafts = [
  { value: 'music', label: 'Music', icon: Music },
  { value: 'drawing', label: 'Drawing', icon: Palette },
  { value: 'bread', label: 'Bread and cake' },
  { value: 'long', label: 'Everything about old wooden boats' },
  { value: 'garden', label: 'Gardens' },
];

function OneChip() {
  const [value, setValue] = useState('music');
  return <Chips label="Craft" options={crafts} value={value} onToggle={setValue} />;
}

function ManyChips() {
  const [value, setValue] = useState<readonly string[]>(['music', 'bread']);
  const toggle = (one: string) =>
    setValue((before) => (before.includes(one) ? before.filter((other) => other !== one) : [...before, one]));
  return <Chips label="Crafts" options={crafts} value={value} onToggle={toggle} wrap removable />;
}

function Audience() {
  const name = useId();
  return (
    <div className="stack stack--sm" role="radiogroup" aria-label="Who can see it">
      <ChoiceCard name={name} icon={Globe} label="Everyone" hint="Also people without an account." defaultChecked />
      <ChoiceCard name={name} icon={Lock} label="Subscribers" hint={LONG_TEXT} />
      <ChoiceCard name={name} icon={Wallet} label="Wallet" hint="$24.30 in it" />
      <ChoiceCard name={name} icon={CreditCard} label="A disabled choice" disabled />
    </div>
  );
}

const towns = ['Aarhus', 'Bergen', 'Bremen', 'Cork', 'Graz'];

function TownField() {
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(true);
  const [marked, setMarked] = useState(-1);
  const found = towns.filter((town) => town.toLowerCase().startsWith(text.toLowerCase()));
  const shown = isOpen ? found : [];
  const choose = (town: string) => {
    setText(town);
    setIsOpen(false);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const town = shown[marked];
    if (event.key === 'Escape') setIsOpen(false);
    else if (event.key === 'Enter' && town !== undefined) choose(town);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setIsOpen(true);
      setMarked(Math.max(0, Math.min(found.length - 1, marked + step)));
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles.frame}>
      <SearchField
        label="Find a town"
        placeholder="Type B, or Z, or press the arrow down"
        value={text}
        onChange={(next) => {
          setText(next);
          setIsOpen(true);
          setMarked(-1);
        }}
        inputProps={{
          ...comboboxProps(listId, shown.length, marked),
          onKeyDown: handleKeyDown,
          onBlur: () => setIsOpen(false),
        }}
      >
        {shown.length > 0 && (
          <ComboboxList id={listId} label="Towns" className={styles.below}>
            {shown.map((town, index) => (
              <ComboboxOption
                key={town}
                id={getOptionId(listId, index)}
                isMarked={index === marked}
                onChoose={() => choose(town)}
              >
                {town}
              </ComboboxOption>
            ))}
          </ComboboxList>
        )}
        {isOpen && found.length === 0 && <ComboboxNothing className={styles.below}>No such town</ComboboxNothing>}
      </SearchField>
    </div>
  );
}

function When() {
  const [value, setValue] = useState('');
  return (
    <>
      <State label="in a Field">
        <Field label="When to publish" hint="On your own clock.">
          <DateTimePicker label="When to publish" value={value} onChange={setValue} />
        </Field>
      </State>
      <State label="error">
        <Field label="When to publish" error="Choose a time in the future.">
          <DateTimePicker label="When to publish" value={value} onChange={setValue} />
        </Field>
      </State>
    </>
  );
}

function Period() {
  const [value, setValue] = useState<DayRange | null>(null);
  return <DayRangePicker label="Period" value={value} onChange={setValue} />;
}

function SampleForm() {
  const [saves, setSaves] = useState(0);
  return (
    <Form onSubmit={() => setSaves((count) => count + 1)}>
      <Field label="Title">
        <Input name="title" required maxLength={80} />
      </Field>
      <Field label="Description" optional>
        <TextArea name="description" rows={2} />
      </Field>
      <Check name="terms" required label="I made this myself" />
      <FormFoot>
        <div className="row">
          <Button type="submit" variant="primary">
            Save
          </Button>
          <span className="sm muted num">Saved {saves} times</span>
        </div>
      </FormFoot>
    </Form>
  );
}

function Price() {
  const [value, setValue] = useState('8.50');
  return <MoneyInput value={value} onChange={setValue} />;
}

function Days() {
  const [day, setDay] = useState('2026-11-21');
  return <MonthGrid chosen={[day]} today="2026-11-18" min="2026-11-10" onPick={setDay} />;
}

function Summary() {
  const titleId = useId();
  return (
    <div className="stack">
      <ProblemSummary
        attempt={0}
        problems={[{ text: 'The title is missing.', controlId: titleId }, { text: 'Add a picture or a text.' }]}
      />
      <Field label="Title" id={titleId}>
        <Input />
      </Field>
    </div>
  );
}

function Quantity({ first, max }: { first: number; max: number }) {
  const [value, setValue] = useState(first);
  return <QuantityStepper label="Quantity" value={value} max={max} onChange={setValue} />;
}

function Find({ size, first }: { size?: 'md' | 'lg'; first: string }) {
  const [value, setValue] = useState(first);
  return <SearchField label="Search creators" size={size} value={value} onChange={setValue} />;
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All years', disabled: true },
];

function Views() {
  const [value, setValue] = useState('month');
  return <Segmented label="Period" options={views} value={value} onChange={setValue} />;
}

function Toggle({ label, hint, first = false }: { label: string; hint?: string; first?: boolean }) {
  const [isOn, setIsOn] = useState(first);
  return <Switch label={label} hint={hint} checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />;
}

const countries = [
  { value: 'fi', label: 'Finland' },
  { value: 'lb', label: 'Lebanon' },
  { value: 'at', label: 'Austria' },
  { value: 'xx', label: 'A disabled choice', disabled: true },
];

const MEGABYTE = 1_000_000;
const uploads: UploadRowProps[] = [
  { name: 'bread.jpg', kind: 'photo', state: 'waiting', thumb: '/art/bread.webp', onPause: noop },
  {
    name: 'harbour.mp4',
    kind: 'video',
    state: 'uploading',
    loaded: 42 * MEGABYTE,
    total: 120 * MEGABYTE,
    secondsLeft: 95,
    onPause: noop,
  },
  { name: 'song.mp3', kind: 'audio', state: 'offline', loaded: MEGABYTE, total: 4 * MEGABYTE },
  { name: 'song.mp3', kind: 'audio', state: 'paused', loaded: MEGABYTE, total: 4 * MEGABYTE, onResume: noop },
  { name: 'pattern.pdf', kind: 'file', state: 'missing', loaded: MEGABYTE, total: 4 * MEGABYTE, onChoose: noop },
  { name: 'harbour.mp4', kind: 'video', state: 'processing' },
  {
    name: 'bread.jpg',
    kind: 'photo',
    state: 'ready',
    thumb: '/art/bread.webp',
    note: (
      <button type="button" className="link">
        Describe it
      </button>
    ),
  },
  { name: 'pattern.pdf', kind: 'file', state: 'held', total: 4 * MEGABYTE },
  { name: `${LONG_NAME}.tiff`, kind: 'photo', state: 'failed', error: 'Save it as JPEG or PNG.', onRetry: noop },
];

export const form: GalleryEntry[] = [
  {
    name: 'AmountPicker',
    file: 'form/amount-picker.tsx',
    Show: () => (
      <>
        <State label="tone: accent">
          <Amounts tone="accent" />
        </State>
        <State label="tone: gift, for tips">
          <Amounts tone="gift" />
        </State>
      </>
    ),
  },
  {
    name: 'Check',
    file: 'form/check.tsx',
    note: 'Its error comes from the Form around it.',
    Show: () => (
      <>
        <State label="checkbox: off, on, disabled, long">
          <div className="stack stack--sm">
            <Check label="Tell me about replies" />
            <Check label="Tell me about new posts" defaultChecked />
            <Check label="A disabled choice" disabled />
            <Check label={LONG_TEXT} />
          </div>
        </State>
        <State label="radio">
          <Radios />
        </State>
      </>
    ),
  },
  {
    name: 'CheckGroup',
    file: 'form/check-group.tsx',
    Show: () => (
      <>
        <State label="some chosen">
          <Checks />
        </State>
        <State label="problem">
          <Checks problem="Choose at least one." />
        </State>
      </>
    ),
  },
  {
    name: 'Chips',
    file: 'form/chips.tsx',
    Show: () => (
      <>
        <State label="one value, in a strip">
          <OneChip />
        </State>
        <State label="several values: wrap, removable">
          <ManyChips />
        </State>
      </>
    ),
  },
  { name: 'ChoiceCard', file: 'form/choice-card.tsx', Show: Audience },
  {
    name: 'ComboboxList, ComboboxOption, ComboboxNothing',
    file: 'form/combobox.tsx',
    note: 'Parts of a field that offers choices; its keys are its own.',
    Show: TownField,
  },
  {
    name: 'ConflictNote',
    file: 'form/conflict-note.tsx',
    Show: () => (
      <ConflictNote
        conflicts={[{ label: 'Title', theirs: 'Kiln on Thursday', mine: 'Kiln on Friday' }, { label: 'Description' }]}
        onKeepMine={noop}
        onTakeTheirs={noop}
      />
    ),
  },
  {
    name: 'DateTimePicker',
    file: 'form/date-time-picker.tsx',
    note: 'From 760 px antd draws it, in the theme of the whole page; below it is a sheet.',
    Show: When,
  },
  {
    name: 'DayRangePicker',
    file: 'form/day-range-picker.tsx',
    note: 'From 760 px antd draws it, in the theme of the whole page; below it is a sheet.',
    Show: Period,
  },
  {
    name: 'Field',
    file: 'form/field.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Label" hint="A hint below.">
          <Input />
        </Field>
        <Field label="Optional" optional>
          <Input />
        </Field>
        <Field label="With an error" error="Choose a shorter title: 80 characters at most.">
          <Input defaultValue="A title" />
        </Field>
        <Field
          label="With an aside"
          aside={
            <button type="button" className="link sm">
              Forgot it?
            </button>
          }
        >
          <Input />
        </Field>
        <Field label="Hidden label" hideLabel>
          <Input placeholder="hideLabel: the label is for screen readers" />
        </Field>
        <Field label={LONG_TEXT} hint={LONG_TEXT}>
          <Input />
        </Field>
      </div>
    ),
  },
  { name: 'Form', file: 'form/form.tsx', note: 'Press Save while it is empty.', Show: SampleForm },
  {
    name: 'FormFoot',
    file: 'form/form-foot.tsx',
    note: 'Sticks to the lower edge inside a Sheet.',
    Show: () => (
      <>
        <State label="at rest">
          <FormFoot>
            <Button variant="primary">Save</Button>
          </FormFoot>
        </State>
        <State label="failure">
          <FormFoot failure={{ message: 'Your changes could not be saved.' }}>
            <Button variant="primary">Save</Button>
          </FormFoot>
        </State>
      </>
    ),
  },
  {
    name: 'Input',
    file: 'form/input.tsx',
    note: 'Place it in a Field.',
    Show: () => (
      <div className="stack">
        <Field label="Empty">
          <Input placeholder="A placeholder" />
        </Field>
        <Field label="Lead and trail">
          <Input lead={<Icon of={Search} />} trail="per month" defaultValue="12" />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="Cannot be changed" />
        </Field>
        <Field label="Read-only">
          <Input readOnly defaultValue="Can be copied" />
        </Field>
        <Field label="Wrong" error="Type a whole number.">
          <Input defaultValue="twelve" />
        </Field>
      </div>
    ),
  },
  {
    name: 'MoneyInput',
    file: 'form/money-input.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Price a month">
          <Price />
        </Field>
        <Field label="Disabled">
          <MoneyInput value="5" onChange={noop} disabled />
        </Field>
        <Field label="Wrong" error="The lowest price is $2.00.">
          <MoneyInput value="1" onChange={noop} />
        </Field>
      </div>
    ),
  },
  {
    name: 'MonthGrid',
    file: 'form/month-grid.tsx',
    Show: () => (
      <>
        <State label="one day; earlier ones are disabled">
          <Days />
        </State>
        <State label="a range">
          <MonthGrid chosen={['2026-11-09', '2026-11-19']} today="2026-11-18" onPick={noop} />
        </State>
      </>
    ),
  },
  {
    name: 'PasswordInput, NewPasswordField',
    file: 'form/password-input.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Password">
          <PasswordInput autoComplete="off" defaultValue="four words in a row" />
        </Field>
        <NewPasswordField label="New password" minLength={8} strength={{ label: 'good', problem: null }} />
        <NewPasswordField
          label="New password, refused"
          minLength={8}
          error="Too easy to guess."
          strength={{ label: 'weak', problem: 'Add a word.' }}
        />
      </div>
    ),
  },
  {
    name: 'NameInput, UsernameField, EmailInput, CodeInput',
    file: 'form/person-inputs.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Name">
          <NameInput defaultValue="Noor Haddad" autoComplete="off" />
        </Field>
        <UsernameField />
        <UsernameField value="noor" onChange={noop} isFree />
        <UsernameField value="leo" onChange={noop} error="This username is taken." />
        <Field label="Email">
          <EmailInput />
        </Field>
        <Field label="Code">
          <CodeInput />
        </Field>
      </div>
    ),
  },
  { name: 'ProblemSummary', file: 'form/problem-summary.tsx', Show: Summary },
  {
    name: 'QuantityStepper',
    file: 'form/quantity-stepper.tsx',
    Show: () => (
      <State label="the least, between, the most" isRow>
        <Quantity first={1} max={9} />
        <Quantity first={4} max={9} />
        <Quantity first={9} max={9} />
      </State>
    ),
  },
  {
    name: 'RestoredNote',
    file: 'form/restored-note.tsx',
    Show: () => (
      <RestoredNote
        savedAt={Date.parse('2026-11-20T09:30:00Z')}
        fields={['Monthly price', 'About you']}
        onKeep={noop}
        onDiscard={noop}
      />
    ),
  },
  {
    name: 'SearchField',
    file: 'form/search-field.tsx',
    Show: () => (
      <>
        <State label="empty">
          <Find first="" />
        </State>
        <State label="with a text">
          <Find first="kiln" />
        </State>
        <State label="size: lg">
          <Find size="lg" first="" />
        </State>
      </>
    ),
  },
  { name: 'Segmented', file: 'form/segmented.tsx', Show: Views },
  {
    name: 'Select',
    file: 'form/select.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Country">
          <Select options={countries} placeholder="Choose a country" />
        </Field>
        <Field label="Disabled">
          <Select options={countries} disabled />
        </Field>
        <Field label="Wrong" error="Choose a country.">
          <Select options={countries} placeholder="Choose a country" />
        </Field>
      </div>
    ),
  },
  {
    name: 'Switch',
    file: 'form/switch.tsx',
    Show: () => (
      <div className="stack">
        <Toggle label="Off" />
        <Toggle label="On" hint="Takes effect at once." first />
        <Switch label="Disabled" disabled checked={false} readOnly />
        <Switch label="Disabled, on" disabled checked readOnly />
        <Toggle label={LONG_NAME} hint={LONG_TEXT} />
      </div>
    ),
  },
  {
    name: 'TextArea',
    file: 'form/text-area.tsx',
    Show: () => (
      <div className="stack">
        <Field label="Empty">
          <TextArea rows={3} placeholder="A placeholder" />
        </Field>
        <Field label="Disabled">
          <TextArea rows={2} disabled defaultValue="Cannot be changed" />
        </Field>
        <Field label="Wrong" error="500 characters at most.">
          <TextArea rows={3} defaultValue={LONG_TEXT} />
        </Field>
      </div>
    ),
  },
  {
    name: 'UploadRow',
    file: 'form/upload-row.tsx',
    note: 'Place it in a list. Its states from above: waiting, uploading, offline, paused, missing, processing, ready, held, failed.',
    Show: () => (
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.state} {...upload} onRemove={noop} />
        ))}
      </ul>
    ),
  },
];

function Checks({ problem }: { problem?: string }) {
  const [chosen, setChosen] = useState(['posts']);
  const options = [
    { value: 'posts', label: 'New posts' },
    { value: 'replies', label: 'Replies' },
    { value: 'long', label: LONG_TEXT },
  ];
  return <CheckGroup label="Tell me about" options={options} chosen={chosen} onChange={setChosen} problem={problem} />;
}

function Radios() {
  const name = useId();
  return (
    <div className="stack stack--sm">
      <Check type="radio" name={name} label="Every day" defaultChecked />
      <Check type="radio" name={name} label="Every week" />
      <Check type="radio" name={name} label="A disabled choice" disabled />
    </div>
  );
}
