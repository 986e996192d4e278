import { createHash } from 'node:crypto';
import { toPlainIban } from '@contract/base/iban';
import { cents, fromCents, toAmountText, type Cents } from '@contract/base/money';

interface Party {
  name: string;
  iban: string;
  /** Empty if unknown. */
  bic: string;
}

export interface CreditTransfer extends Party {
  /** At most 35 characters; the bank shows it to payer and payee. */
  id: string;
  amount: Cents;
}

/**
 * Writes ISO 20022 pain.001.001.09, per EPC132-08. Equal transfers get the same message id, so that a bank that checks for
 * duplicates rejects the second file. All IBANs and BICs must be valid.
 */
export function writeCreditTransfers(debtor: Party, transfers: readonly CreditTransfer[], now: Date): string {
  const ids = transfers.map(({ id }) => id).toSorted();
  const messageId = `payouts-${createHash('sha256').update(ids.join()).digest('hex').slice(0, 24)}`;
  const time = now.toISOString();
  const totals = [
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', toAmount(cents(transfers.reduce((sum, { amount }) => sum + amount, 0)))),
  ];
  const name = element('Nm', toSepaText(debtor.name, 70));
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', `${time.slice(0, 19)}Z`),
    ...totals,
    element('InitgPty', [name]),
  ]);
  const payment = element('PmtInf', [
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    ...totals,
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', [element('Dt', time.slice(0, 10))]),
    element('Dbtr', [name]),
    element('DbtrAcct', [writeIban(debtor.iban)]),
    element('DbtrAgt', [writeBank(debtor.bic || undefined)]),
    element('ChrgBr', 'SLEV'),
    ...transfers.map((transfer) => writeTransfer(transfer, debtor.name)),
  ]);
  const content = element('CstmrCdtTrfInitn', [header, payment]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${content}</Document>`;
}

const writeTransfer = ({ id, amount, name, iban, bic }: CreditTransfer, payer: string): string =>
  element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', id)]),
    `<Amt><InstdAmt Ccy="EUR">${toAmount(amount)}</InstdAmt></Amt>`,
    ...(bic === '' ? [] : [element('CdtrAgt', [writeBank(bic)])]),
    element('Cdtr', [element('Nm', toSepaText(name, 70))]),
    element('CdtrAcct', [writeIban(iban)]),
    element('RmtInf', [element('Ustrd', toSepaText(`${payer} payout ${id}`, 140))]),
  ]);

const writeIban = (iban: string): string => element('Id', [element('IBAN', toPlainIban(iban))]);

const writeBank = (bic: string | undefined): string =>
  element('FinInstnId', [bic === undefined ? element('Othr', [element('Id', 'NOTPROVIDED')]) : element('BICFI', bic)]);

/** Does not escape: text must be free of XML special characters. @see toSepaText */
const element = (name: string, content: string | readonly string[]): string =>
  `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;

const toAmount = (amount: Cents): string => toAmountText(fromCents(amount));

/** Characters that NFD does not reduce to a SEPA character. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'Th', þ: 'th', ı: 'i', '&': '+', '’': "'", '–': '-',
}; // prettier-ignore

/** Replaces every character outside the SEPA character set, by "." as a last resort. EPC217-08. */
function toSepaText(text: string, max: number): string {
  const latin = text
    .replaceAll(/[^A-Za-z]/g, (character) => spellings[character] ?? character)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, '.');
  return latin.replaceAll(/ +/g, ' ').trim().slice(0, max).trim() || '.';
}
