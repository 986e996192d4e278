import { file } from './file-readers';
import { person } from './people-readers';
import { andThen, isRow, readNumber, readRow, type Read } from './read-row';

const account = readRow({
  optionalTexts: 'email firstName lastName phone phoneCode gender pendingEmail deletionAt welcomeMessage ' +
    'idVerificationId documentVerificationId',
  numbers: 'pendingBalance',
  optionalFlags:
    'isAgeDeclared twoStepEnabled followPopupShown welcomeVideoDismissed hasPassword pricesChosen',
  flags: 'verifiedEmail twitterConnected googleConnected',
  words: { status: 'active' },
}); // prettier-ignore

const document = readRow({ texts: 'url mimeType', optionalTexts: 'status reason sentAt' });
const banking = readRow({
  texts: 'createdAt updatedAt performerId firstName lastName bankName bankAccount',
  optionalTexts: 'SSN bankRouting bankSwiftCode address city state country',
});
const gateway = andThen(readRow({ texts: 'performerId', words: { key: 'paypal', status: 'active' } }), (row) => ({
  ...row,
  value: isRow(row['value']) ? row['value'] : {},
}));
const earningTerms = readRow(
  { numbers: 'commission holdingDays', partLists: { commissions: (row) => row } },
  { needsId: false },
);
const performerMe = readRow({
  flags: 'verifiedDocument',
  parts: {
    idVerification: document,
    documentVerification: document,
    bankingInformation: banking,
    paypalSetting: gateway,
    ccbillSetting: gateway,
    earningTerms,
  },
  optionalPartLists: { welcomeMessageFiles: (row) => file(row) },
});
const userMe = readRow({ lists: 'roles' });
const blockedCountries = readRow({ lists: 'countryCodes' }, { needsId: false });

/** Compatible backends call the wallet `balance` and have no balance of pending earnings. Wire contract 3.1, 6. */
export const me: Read = (told) => {
  const row = person(told);
  const read = row && account(row);
  if (!read) return null;
  const wallet = readNumber(told['wallet']) ?? readNumber(told['balance']) ?? 0;
  const isPerformer = read['isPerformer'] === true;
  const own = isPerformer ? performerMe(read) : userMe(read);
  const countries = isRow(told['blockCountries']) ? told['blockCountries'] : {};
  return {
    ...own,
    ...(isPerformer && { blockCountries: blockedCountries(countries) }),
    wallet,
    balance: wallet,
  };
};
