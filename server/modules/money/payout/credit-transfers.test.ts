/** @vitest-environment jsdom */
import { cents } from '@contract/base/money';
import { writeCreditTransfers } from './credit-transfers';

const debtor = { name: 'Ovela & Söhne GmbH', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };

const parse = (xml: string) => new DOMParser().parseFromString(xml, 'text/xml');
const textsOf = (document: Document, path: string) =>
  [...document.querySelectorAll(path)].map(({ textContent }) => textContent);
const childrenOf = (document: Document, path: string) =>
  [...(document.querySelector(path)?.children ?? [])].map(({ tagName }) => tagName);

describe('writeCreditTransfers', () => {
  const now = new Date('2026-03-02T10:00:00.123Z');
  const transfers = [1, 2, 3].map((n) => ({
    id: String(n).repeat(24),
    amount: cents(10_010 * n),
    name: n === 3 ? '株式会社' : `Creator ${n}`,
    iban: 'IE29AIBK93115212345678',
    bic: n === 1 ? 'AIBKIE2D' : '',
  }));
  const xml = writeCreditTransfers(debtor, transfers, now);
  const file = parse(xml);

  it('writes the elements in the order of the schema', () => {
    expect(file.documentElement.namespaceURI).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    expect(childrenOf(file, 'GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
    expect(childrenOf(file, 'PmtInf').slice(0, 11)).toEqual(
      'PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf'.split(' '),
    );
    expect(childrenOf(file, 'CdtTrfTxInf')).toEqual('PmtId Amt CdtrAgt Cdtr CdtrAcct RmtInf'.split(' '));
    expect(childrenOf(file, 'CdtTrfTxInf:last-child')).toEqual('PmtId Amt Cdtr CdtrAcct RmtInf'.split(' '));
    expect(textsOf(file, 'PmtMtd, SvcLvl > Cd, ChrgBr')).toEqual(['TRF', 'SEPA', 'SLEV']);
    expect(textsOf(file, 'CreDtTm, ReqdExctnDt > Dt')).toEqual(['2026-03-02T10:00:00Z', '2026-03-02']);
  });

  it('states count and total in both headers', () => {
    expect(textsOf(file, 'NbOfTxs')).toEqual(['3', '3']);
    expect(textsOf(file, 'CtrlSum')).toEqual(['600.60', '600.60']);
    expect(textsOf(file, 'InstdAmt')).toEqual(['100.10', '200.20', '300.30']);
  });

  it('limits ids to 35 characters and texts to characters that banks accept', () => {
    for (const id of textsOf(file, 'MsgId, PmtInfId, EndToEndId')) expect(id).toMatch(/^[A-Za-z0-9-]{1,35}$/);
    for (const text of textsOf(file, 'Nm, Ustrd, Id')) expect(text).toMatch(/^[A-Za-z0-9/?:().,'+ -]{1,140}$/);
    expect(textsOf(file, 'Dbtr > Nm')).toEqual(['Ovela + Sohne GmbH']);
    expect(textsOf(file, 'DbtrAcct IBAN')).toEqual(['DE89370400440532013000']);
  });

  it('gives equal transfers the same message id, and others a different one', () => {
    const idOf = (some: typeof transfers) => textsOf(parse(writeCreditTransfers(debtor, some, new Date())), 'MsgId')[0];
    expect(idOf(transfers.toReversed())).toBe(textsOf(file, 'MsgId')[0]);
    expect(idOf(transfers.slice(1))).not.toBe(textsOf(file, 'MsgId')[0]);
  });

  it('writes NOTPROVIDED if the bank of the debtor is unknown', () => {
    const unknown = parse(writeCreditTransfers({ ...debtor, bic: '' }, transfers, now));
    expect(textsOf(unknown, 'DbtrAgt Othr > Id')).toEqual(['NOTPROVIDED']);
  });
});
