import { createHash } from 'node:crypto';
import { toPlainIban } from '@contract/base/iban';
import { cents, fromCents, toAmountText, type Cents } from '@contract/base/money';

/** A bank account that money leaves or reaches. */
interface Party {
  name: string;
  iban: string;
  /** Empty where it is not known. */
  bic: string;
}

export interface CreditTransfer extends Party {
  /** At most 35 characters; the bank tells it to both sides. */
  id: string;
  amount: Cents;
}

/**
 * A file of SEPA credit transfers that a bank takes: ISO 20022, pain.001.001.09, after EPC132-08. The same transfers have the same
 * message id, so that a bank which looks for doubles refuses the file a second time.
 *
 * @param debtor the account that pays; IBANs and BICs must be right.
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

/** Texts are made of characters that mean nothing to XML. @see toSepaText */
const element = (name: string, content: string | readonly string[]): string =>
  `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;

const toAmount = (amount: Cents): string => toAmountText(fromCents(amount));

/** Letters that are no other letter with a mark. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'Th', þ: 'th', ı: 'i', '&': '+', '’': "'", '–': '-',
}; // prettier-ignore

/** A text in the characters that every bank takes, with a point for each other one. EPC217-08. */
function toSepaText(text: string, max: number): string {
  const latin = text
    .replaceAll(/[^A-Za-z]/g, (character) => spellings[character] ?? character)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, '.');
  return latin.replaceAll(/ +/g, ' ').trim().slice(0, max).trim() || '.';
}
