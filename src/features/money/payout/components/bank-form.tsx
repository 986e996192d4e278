import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { LeaveGuard } from '@/components/states/leave-guard';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { findAccountNumberFault } from '@contract/base/account-number';
import { isRoutingNumber } from '@contract/base/routing-number';
import { findOtherIbanCountry, hasIbans, isIban } from '@contract/base/iban';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { bankSaved, selectSaving, type BankFields } from '../banking-feature';
import { selectReserves } from '../payout-support';
import { getEnding } from '../payout-words';
import styles from './payout.module.css';

type Bank = NonNullable<Extract<CurrentUser, { isPerformer: true }>['bankingInformation']>;

interface BankFormProps {
  bank: Bank | null;
  countries: readonly { code: string; name: string }[];
  onCancel?: (() => void) | undefined;
}

const names = [
  ...(['firstName', 'lastName', 'bankName', 'bankAccount', 'bankRouting', 'bankSwiftCode'] as const),
  ...(['address', 'city', 'state', 'country'] as const),
];
type Name = (typeof names)[number];

/** The number's field starts empty, because it only takes a new number. */
const valuesOf = (bank: Bank | null) =>
  Object.fromEntries(names.map((name) => [name, name === 'bankAccount' ? '' : (bank?.[name] ?? '')])) as Record<
    Name,
    string
  >;

/** Some backends mask digits with other characters: such a number must not be sent back. */
const isMasked = (text: string): boolean => /[*•·]|x{3,}/i.test(text);

export function BankForm({ bank, countries, onCancel }: BankFormProps) {
  const dispatch = useAppDispatch();
  const { status, error, done } = useAppSelector(selectSaving('bank'));
  const [doneBefore] = useState(done);
  const isOurs = useAppSelector(selectReserves);
  const [began] = useState(() => valuesOf(bank));
  const [values, setValues] = useState(began);
  const [isLeft, setIsLeft] = useState(false);
  const [isRoutingLeft, setIsRoutingLeft] = useState(false);
  // Some backends store the country's name, others its code.
  const country = countries.find(({ code, name }) => code === values.country || name === values.country)?.code;
  // Our own backend recognizes a masked number and keeps the stored one.
  const kept = bank && (isOurs || !isMasked(bank.bankAccount)) ? bank.bankAccount : '';
  const problem = findNumberProblem(values.bankAccount, { country, isKept: kept !== '', isOurs });
  const routingProblem = country === 'US' ? findRoutingProblem(values.bankRouting) : undefined;
  const set = (name: Name) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }));
  const save = () => {
    const { SSN } = bank ?? {};
    const fields: BankFields = {
      ...values,
      bankAccount: values.bankAccount.trim() || kept,
      bankSwiftCode: values.bankSwiftCode.replace(/\s/g, '').toUpperCase(),
      // The form has no such field, but saving must not delete the value.
      ...(SSN && (isOurs || !isMasked(SSN)) && { SSN }),
    };
    dispatch(bankSaved(fields));
  };
  const field = (name: Name) => ({ name, value: values[name], onChange: set(name) });
  const errorOf = (name: Name) => getFieldError(error, name);
  const summary = getFormSummary(status === 'failed' ? error : null, names);
  const usesIbans = country !== undefined && hasIbans(country);
  return (
    <Form onSubmit={save}>
      <div className={styles.pair}>
        <Field label="First name" hint="As your bank has it." error={errorOf('firstName')}>
          <Input {...field('firstName')} autoComplete="given-name" required maxLength={100} />
        </Field>
        <Field label="Last name" error={errorOf('lastName')}>
          <Input {...field('lastName')} autoComplete="family-name" required maxLength={100} />
        </Field>
        <Field label="Country of the bank" error={errorOf('country')}>
          <Select
            {...field('country')}
            value={country ?? ''}
            required
            placeholder="Choose a country"
            options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Field>
        <Field label="Bank" error={errorOf('bankName')}>
          <Input {...field('bankName')} autoComplete="off" required maxLength={200} />
        </Field>
      </div>
      <Field
        label={usesIbans ? 'IBAN' : 'Account number'}
        hint={
          bank ? describeStored(bank.bankAccount, kept !== '') : usesIbans ? 'It is on your bank statement.' : undefined
        }
        error={errorOf('bankAccount') ?? (isLeft && values.bankAccount !== '' ? problem : undefined)}
      >
        <Input
          {...field('bankAccount')}
          className="num"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          data-problem={problem}
          onBlur={() => setIsLeft(true)}
          onFocus={() => setIsLeft(false)}
        />
      </Field>
      <div className={styles.pair}>
        <Field
          label="Routing number"
          optional={country !== 'US'}
          hint={country === 'US' ? 'Nine digits, on your cheques and statements.' : 'Sort code or similar.'}
          error={errorOf('bankRouting') ?? (isRoutingLeft && values.bankRouting !== '' ? routingProblem : undefined)}
        >
          <Input
            {...field('bankRouting')}
            className="num"
            autoComplete="off"
            maxLength={60}
            data-problem={routingProblem}
            onBlur={() => setIsRoutingLeft(true)}
            onFocus={() => setIsRoutingLeft(false)}
          />
        </Field>
        <Field label="BIC (SWIFT code)" optional hint="8 or 11 characters." error={errorOf('bankSwiftCode')}>
          <Input
            {...field('bankSwiftCode')}
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            pattern="\s*[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?\s*"
            title="A BIC has 8 or 11 letters and digits, such as BOFIIE2D."
          />
        </Field>
        <Field label="Your address" optional error={errorOf('address')}>
          <Input {...field('address')} autoComplete="street-address" maxLength={300} />
        </Field>
        <Field label="City" optional error={errorOf('city')}>
          <Input {...field('city')} autoComplete="address-level2" maxLength={100} />
        </Field>
        <Field label="State or region" optional error={errorOf('state')}>
          <Input {...field('state')} autoComplete="address-level1" maxLength={100} />
        </Field>
      </div>
      <FormFoot
        failure={summary === undefined ? null : { message: summary, ...(error?.code && { code: error.code }) }}
        notes={isOurs && <PauseNote />}
      >
        <div className="row row--wrap">
          <Button type="submit" variant="primary" size="lg" busy={status === 'pending'} busyLabel="Saving">
            Save bank details
          </Button>
          {onCancel && (
            <Button variant="ghost" size="lg" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </FormFoot>
      <LeaveGuard when={JSON.stringify(values) === JSON.stringify(began) || done > doneBefore ? null : 'leaving'} />
    </Form>
  );
}

export const PauseNote = () => (
  <Note icon={ShieldCheck}>After you save, payouts pause for 24 hours. That protects you if someone else gets in.</Note>
);

const describeStored = (number: string, isKept: boolean): string =>
  `Now ending ${getEnding(number)}. ${isKept ? 'Leave empty to keep it.' : 'Enter the whole number to save.'}`;

/** Checks the number; only IBANs have check digits. @returns the error text. */
function findNumberProblem(
  text: string,
  { country, isKept, isOurs }: { country: string | undefined; isKept: boolean; isOurs: boolean },
): string | undefined {
  const number = text.trim();
  if (number === '') return isKept ? undefined : 'Fill this in.';
  const usesIbans = country !== undefined && hasIbans(country);
  // Compatible backends accept it.
  const other = isOurs ? findOtherIbanCountry(number, country ?? '') : null;
  if (other !== null) return `This IBAN begins with ${other}. Correct it, or choose the country of its bank.`;
  // In the UK, both IBANs and account numbers with a sort code are used: a number that starts with letters is an IBAN.
  if (/^[a-z]{2}\d/i.test(number) && (usesIbans || country === undefined))
    return isIban(number) ? undefined : 'This IBAN doesn’t add up. Check it against your bank statement.';
  if (usesIbans && country !== 'GB') return `Enter the IBAN, which begins with two letters such as ${country}.`;
  return findAccountNumberFault(number, country ?? '');
}

function findRoutingProblem(text: string): string | undefined {
  const number = text.replaceAll(/[\s-]/g, '');
  if (number === '') return 'Fill this in.';
  return isRoutingNumber(number) ? undefined : 'This routing number doesn’t add up. It has nine digits.';
}
