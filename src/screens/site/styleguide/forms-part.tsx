import { CreditCard, SlidersHorizontal, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Check } from '@/components/form/check';
import { ChoiceCard } from '@/components/form/choice-card';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { PasswordInput } from '@/components/form/password-input';
import { Radio } from '@/components/form/radio';
import { SearchField } from '@/components/form/search-field';
import { SectionNav } from '@/components/layout/section-nav';
import { Segmented } from '@/components/form/segmented';
import { Select } from '@/components/form/select';
import { Switch } from '@/components/form/switch';
import { Tabs } from '@/components/layout/tabs';
import { TextArea } from '@/components/form/text-area';
import { Part, Sample } from './sample';

const kinds = ['Everything', 'Unlocked', 'Photos', 'Videos', 'Audio', 'Polls'].map((label) => ({
  value: label,
  label,
}));
const filters = [
  { value: 'all', label: 'All filters', icon: SlidersHorizontal },
  { value: 'cheap', label: 'Under $10' },
  { value: 'trial', label: 'Free trial' },
];
const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'year', label: 'Year' },
];

/** Fields and ways to choose. */
export function FormsPart() {
  const [price, setPrice] = useState('8.50');
  const [query, setQuery] = useState('pottery');
  const [kind, setKind] = useState('Everything');
  const [chosen, setChosen] = useState<string[]>(['cheap']);
  const [period, setPeriod] = useState('30');
  const toggle = (value: string) =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <>
      <Part id="fields" title="Fields">
        <div className="cols2">
          <Field label="Monthly price" hint="Between $2.95 and $300.00">
            <MoneyInput value={price} onChange={setPrice} />
          </Field>
          <Field label="Monthly price" error="The lowest price is $2.95.">
            <MoneyInput value="1.50" onChange={() => undefined} />
          </Field>
          <Field
            label="Password"
            aside={
              <a className="link" href="#fields">
                Forgot password?
              </a>
            }
          >
            <PasswordInput defaultValue="correct horse" autoComplete="off" />
          </Field>
          <Field label="Username" error="“home” is reserved. Try ada.fenn or adafenn.">
            <Input lead="@" defaultValue="home" />
          </Field>
          <Field label="About you" optional hint="54 of 300">
            <TextArea defaultValue="Teacher. Listens to sea stories while marking homework." />
          </Field>
          <div className="stack">
            <Field label="Country">
              <Select
                placeholder="Choose a country"
                options={[
                  { value: 'NO', label: 'Norway' },
                  { value: 'PT', label: 'Portugal' },
                ]}
                defaultValue=""
              />
            </Field>
            <Field label="Email">
              <Input defaultValue="ada@fenn.example" disabled />
            </Field>
          </div>
        </div>
        <Sample name="Switch, Check, Radio">
          <div className="cols2">
            <div className="stack">
              <Switch
                label="Show when I am online"
                hint="Only to people you have a conversation with."
                defaultChecked
              />
              <Switch label="Send read receipts" hint="Off also hides theirs from you." />
              <Switch label="Not available here" disabled />
            </div>
            <div className="stack">
              <Check label="Keep me logged in on this device" defaultChecked />
              <Check label="I am 18 or older" error="Please confirm your age." />
              <div role="radiogroup" aria-label="Who can message me">
                <Radio name="who" label="Everyone" defaultChecked />
                <Radio name="who" label="Subscribers" hint="1,204 people" />
              </div>
            </div>
          </div>
        </Sample>
        <Sample name="ChoiceCard">
          <div className="cols2" role="radiogroup" aria-label="Pay with">
            <ChoiceCard name="pay" icon={Wallet} label="Wallet" hint="$24.30, leaves $14.10" defaultChecked />
            <ChoiceCard name="pay" icon={CreditCard} label="Card ending 4242" hint="Expires 08/29" />
          </div>
        </Sample>
      </Part>
      <Part id="filters" title="Filters and tabs">
        <Sample name="SearchField, large and small">
          <SearchField
            label="Search creators"
            placeholder="Name, craft or topic"
            size="lg"
            value={query}
            onChange={setQuery}
          />
          <SearchField label="Search people and messages" value="" onChange={() => undefined} />
        </Sample>
        <Sample name="Chips: one, several">
          <Chips label="Kind of post" options={kinds} value={kind} onToggle={setKind} />
          <Chips label="Filters" options={filters} value={chosen} onToggle={toggle} removable />
        </Sample>
        <Sample name="Tabs (links)">
          <Tabs
            label="Noor's work"
            current="#posts"
            tabs={[
              { href: '#posts', label: 'Posts', count: 312 },
              { href: '#videos', label: 'Videos', count: 64 },
              { href: '#galleries', label: 'Galleries', count: 41 },
              { href: '#shop', label: 'Shop', count: 12 },
              { href: '#about', label: 'About' },
            ]}
          />
        </Sample>
        <Sample name="Segmented">
          <div style={{ maxWidth: 340 }}>
            <Segmented label="Period" options={periods} value={period} onChange={setPeriod} />
          </div>
        </Sample>
        <Sample name="SectionNav">
          <div style={{ maxWidth: 900 }}>
            <SectionNav
              label="Settings"
              current="/account/profile"
              items={[
                { href: '/account/profile', label: 'Profile', icon: Wallet },
                { href: '/account/cards', label: 'Payments', icon: CreditCard },
                { href: '/account/filters', label: 'Privacy', icon: SlidersHorizontal },
              ]}
            />
          </div>
        </Sample>
      </Part>
    </>
  );
}
