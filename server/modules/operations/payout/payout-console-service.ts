import { cents, fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Keyset } from '../../../db/list-query';
import type { PayoutService } from '../../money/payout/payout-service';
import { canUseSepa, getAccountHint, getPayoutRest } from '../../money/payout/payout-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createPayoutConsoleRepository, type ConsolePayoutRow } from './payout-console-repository';

interface PayoutConsoleDeps {
  payout: Pick<PayoutService, 'decide' | 'approve' | 'makeBankFile'>;
  settings: Pick<SettingsService, 'read'>;
}

type PayoutView = EndpointReply<'searchPayouts'>['data'][number];

/** Payouts as operators see and decide them. */
export function createPayoutConsole(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { payout, settings }: PayoutConsoleDeps,
) {
  const repository = createPayoutConsoleRepository(db);

  return {
    async search(
      query: EndpointPart<'searchPayouts', 'query'> & { after?: Keyset },
    ): Promise<EndpointReply<'searchPayouts'>> {
      const { rows, total } = await repository.search(query);
      return { data: rows.map((row) => present(row, clock.now())), total };
    },

    async sums(): Promise<EndpointReply<'sumPayouts'>> {
      const [pending, approved, bankFile, reserved, paidOut, site] = await Promise.all([
        repository.sum('pending'),
        repository.sum('approved'),
        repository.sumForBank(),
        repository.readBalance('reserved'),
        repository.readBalance('payout'),
        settings.read(),
      ]);
      return {
        pending,
        approved,
        reserved: fromCents(reserved),
        paidOut: fromCents(paidOut),
        hasSepa: canUseSepa(site),
        bankFile: { ...bankFile, lastAt: bankFile.lastAt?.toISOString() ?? null },
      };
    },

    async approve(
      { payouts }: EndpointPart<'approvePayouts', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'approvePayouts'>> {
      await payout.approve(payouts, by);
      return { success: true };
    },

    async decide(
      id: string,
      decision: Parameters<PayoutService['decide']>[1],
      by: Operator,
    ): Promise<EndpointReply<'rejectPayout'>> {
      await payout.decide(id, decision, by);
      return { success: true };
    },

    async makeBankFile(
      { format, isRepeated }: EndpointPart<'makeBankFile', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'makeBankFile'>> {
      const { ids, total, ...file } = await payout.makeBankFile({ isCsv: format === 'csv', isRepeated }, by);
      return { ...file, count: ids.length, total: fromCents(total) };
    },
  };
}

function present({ payout, ...row }: ConsolePayoutRow, now: Date): PayoutView {
  return {
    _id: payout.id,
    performerId: payout.performerId,
    name: row.name ?? '',
    username: row.username ?? '',
    amount: fromCents(payout.amount),
    fee: fromCents(payout.fee),
    net: fromCents(cents(payout.amount - payout.fee)),
    accountType: payout.accountType,
    accountHint: getAccountHint(payout),
    status: payout.status,
    reasonCode: payout.reasonCode,
    reason: payout.adminNote,
    note: payout.requestNote,
    reference: payout.payoutId ?? '',
    checks: {
      isFirst: !row.wasPaid,
      pausedUntil: getPayoutRest(row, now)?.until.toISOString() ?? null,
      ...checkNames({ payout, ...row }),
    },
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
    decidedAt: payout.decidedAt?.toISOString() ?? null,
    bankFileAt: payout.bankFileAt?.toISOString() ?? null,
    paidAt: payout.paidAt?.toISOString() ?? null,
  };
}

const joinNames = (first: string | null | undefined, last: string | null | undefined): string =>
  [first, last].filter(Boolean).join(' ').trim();

/** Ignores case, accents, punctuation and the order of the names: banks write them in many ways. */
function checkNames({ payout, firstName, lastName, isVerified }: ConsolePayoutRow) {
  const { accountType, accountInfo } = payout;
  const holder = accountType === 'banking' ? joinNames(accountInfo['firstName'], accountInfo['lastName']) : '';
  const fullName = joinNames(firstName, lastName);
  const isKnown = accountType === 'banking' && isVerified === true && fullName !== '';
  const isNameEqual = isKnown ? toNameKey(holder) === toNameKey(fullName) : null;
  return { isNameEqual, holder, fullName, isVerified: isVerified === true };
}

const toNameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');
