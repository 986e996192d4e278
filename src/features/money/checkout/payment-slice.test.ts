import type { ApiFailure } from '@/services/api-error';
import { intentOpened } from './intent-feature';
import * as payment from './payment-slice';
import type { Attempt, PaymentState } from './payment-slice';
import type { Purchase, Transaction } from './purchase';

const performer = { _id: 'a1', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const topUp: Purchase = { kind: 'topUp', amount: 10, cardId: 'card_1', total: 10 };
const tip: Purchase = { kind: 'tip', performerId: 'a1', name: 'Noor Adeyemi', price: 5 };
const transaction = { _id: 'e1', status: 'require_authentication', totalPrice: 10 } as Transaction;
const reason: ApiFailure = { status: 422, message: 'Not today.' };
const receipt = { purchase: tip, chargeId: 'b1' };
const attempt: Attempt = { key: 'k', purchase: topUp, next: [tip], isToppedUp: false };

const steps: { [Step in PaymentState['step']]: Extract<PaymentState, { step: Step }> } = {
  choosing: { step: 'choosing', key: 'k', tried: [], isToppedUp: false, change: null },
  paying: { step: 'paying', attempt, isSlow: false },
  redirected: { step: 'redirected', attempt },
  recovering: { step: 'recovering', attempt, before: ['old'] },
  bank: { step: 'bank', attempt, transaction, isAnswered: false },
  unknown: { step: 'unknown', attempt, before: ['old'] },
  done: { step: 'done', receipt },
  failed: { step: 'failed', attempt, reason },
  owned: { step: 'owned', attempt },
};
type Step = keyof typeof steps;

const next: Attempt = { key: 'k', purchase: tip, next: [], isToppedUp: true };
const paying = { step: 'paying', attempt, isSlow: false };
const asking = { step: 'bank', attempt, transaction, isAnswered: false };
const lost = { step: 'unknown', attempt, before: ['new'] };
const key = expect.any(String) as string;
const reopened = { step: 'choosing', key, tried: [topUp, tip], isToppedUp: false, change: null };
const restOnly = { step: 'choosing', key, tried: [tip], isToppedUp: true, change: null };

/** The state after each event of the attempt `key`, by step; steps not listed must not change. */
const table: Record<
  string,
  { event: (key: string) => Parameters<typeof reduce>[1]; fits: Partial<Record<Step, object>> }
> = {
  paymentStarted: {
    event: (key) => payment.paymentStarted({ attempt: { ...attempt, key } }),
    fits: { choosing: paying, paying, recovering: paying, bank: paying, unknown: paying },
  },
  'paymentStarted with the next purchase': {
    event: (key) => payment.paymentStarted({ attempt: { ...next, key } }),
    fits: Object.fromEntries(
      ['choosing', 'paying', 'recovering', 'bank', 'unknown'].map((step) => [
        step,
        { step: 'paying', attempt: next, isSlow: false },
      ]),
    ),
  },
  paymentRedirected: {
    event: (key) => payment.paymentRedirected({ key }),
    fits: { paying: steps.redirected, recovering: steps.redirected, bank: steps.redirected },
  },
  paymentSlowed: {
    event: (key) => payment.paymentSlowed({ key }),
    fits: { paying: { ...paying, isSlow: true } },
  },
  recoveryStarted: {
    event: (key) => payment.recoveryStarted({ key }),
    fits: { unknown: steps.recovering },
  },
  transactionReceived: {
    event: (key) => payment.transactionReceived({ key }),
    fits: { recovering: paying },
  },
  topUpRecovered: {
    event: (key) => payment.topUpRecovered({ key }),
    fits: { paying: restOnly, recovering: restOnly, bank: restOnly },
  },
  bankRequested: {
    event: (key) => payment.bankRequested({ key, transaction }),
    fits: { paying: asking, recovering: asking, bank: asking },
  },
  bankAnswerSent: {
    event: (key) => payment.bankAnswerSent({ key }),
    fits: { bank: { ...asking, isAnswered: true } },
  },
  outcomeUnknown: {
    event: (key) => payment.outcomeUnknown({ key, before: ['new'] }),
    fits: { paying: lost, recovering: lost, bank: lost },
  },
  paymentDone: {
    event: (key) => payment.paymentDone({ key, receipt }),
    fits: { paying: steps.done, recovering: steps.done, bank: steps.done },
  },
  paymentFailed: {
    event: (key) => payment.paymentFailed({ key, reason }),
    fits: { paying: steps.failed, recovering: steps.failed, bank: steps.failed },
  },
  alreadyOwned: {
    event: (key) => payment.alreadyOwned({ key }),
    fits: { paying: steps.owned, recovering: steps.owned, bank: steps.owned },
  },
  formReopened: {
    event: (key) => payment.formReopened({ key }),
    fits: { paying: reopened, recovering: reopened, bank: reopened, unknown: reopened, failed: reopened },
  },
};

const reduce = payment.paymentSlice.reducer;
const everyStep = Object.keys(steps) as Step[];
const cases = Object.entries(table).flatMap(([name, { event, fits }]) =>
  everyStep.map((step) => ({ name, event, step, expected: fits[step], becomes: fits[step] ? 'changes' : 'stays' })),
);

describe('each event in each step', () => {
  it.each(cases)('$name: the step $step $becomes', ({ event, step, expected }) => {
    const state = steps[step];
    const result = reduce(state, event('k'));
    expect(result === state).toBe(!expected);
    expect(result).toEqual(expected ?? state);
  });

  it.each(cases)('$name of another attempt: the step $step stays', ({ event, step }) => {
    expect(reduce(steps[step], event('other'))).toBe(steps[step]);
  });

  it('is covered for every event of the slice', () => {
    const tested = new Set(Object.values(table).map(({ event }) => event('k').type));
    expect(tested).toEqual(new Set(Object.values(payment.paymentSlice.actions).map(({ type }) => type)));
  });
});

describe('the event intentOpened', () => {
  it.each(everyStep)('resets from %s', (step) => {
    const opened = intentOpened({ kind: 'tip', performer });
    expect(reduce(steps[step], opened)).toEqual({ ...steps.choosing, key: opened.payload.key });
  });

  it.each(everyStep)('starts the recovery of a started payment from %s', (step) => {
    const opened = intentOpened({ kind: 'topUp' }, { key: 'k', attempt: [topUp, tip], before: ['old'] });
    expect(reduce(steps[step], opened)).toEqual(steps.recovering);
  });
});

it('the next attempt has a different idempotency key', () => {
  const keys = [payment.formReopened({ key: 'k' }), payment.topUpRecovered({ key: 'k' })].map((event) => {
    const state = reduce(steps.paying, event);
    return state.step === 'choosing' && state.key;
  });
  expect(new Set([...keys, 'k', false]).size).toBe(4);
});

it('the change because of which the form reopened is kept', () => {
  const change = { kind: 'price', price: 9 } as const;
  expect(reduce(steps.paying, payment.formReopened({ key: 'k', change }))).toEqual({ ...reopened, change });
});

it('the payer’s answer is kept when the bank is requested again', () => {
  const answered = reduce(steps.bank, payment.bankAnswerSent({ key: 'k' }));
  expect(reduce(answered, payment.bankRequested({ key: 'k', transaction }))).toMatchObject({ isAnswered: true });
});

it('a paid top-up is remembered after its purchase failed', () => {
  const second = reduce(steps.paying, payment.paymentStarted({ attempt: next }));
  const failed = reduce(second, payment.paymentFailed({ key: 'k', reason }));
  expect(reduce(failed, payment.formReopened({ key: 'k' }))).toEqual(restOnly);
});
