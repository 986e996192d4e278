import type { EndpointReply } from '@contract/schemas';
import { getPayoutRest } from '../../money/payout/payout-service';
import { getEarningTerms, type SiteSettings } from '../../site/settings/settings-service';
import type { PersonRow } from '../../identity/people/people-service';
import type { createPersonRepository } from './person-repository';

type Repository = ReturnType<typeof createPersonRepository>;
type LineRow = Awaited<ReturnType<Repository['search']>>['rows'][number];
type ReportRow = Awaited<ReturnType<Repository['listReportsBy']>>['rows'][number];
type PersonView = EndpointReply<'readPerson'>;

export const presentLine = ({
  createdAt,
  lastSeenAt,
  ...row
}: LineRow): EndpointReply<'searchPeople'>['data'][number] => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

interface PresentOptions {
  site: Pick<SiteSettings, 'commission' | 'commissions' | 'holdingDays'>;
  avatar: string;
  now: Date;
}

const presentRest = (rest: ReturnType<typeof getPayoutRest>) => rest && { ...rest, until: rest.until.toISOString() };

export function presentPerson(
  { account, performer }: PersonRow,
  { site, avatar, now }: PresentOptions,
): Omit<PersonView, 'operatorRole' | 'closure' | 'sessions' | 'notes' | 'reportsAbout' | 'reportsBy'> {
  return {
    ...presentLine({ ...account, _id: account.id, isApproved: performer?.verifiedDocument ?? false }),
    avatar,
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    country: account.country ?? '',
    phone: account.phone,
    verifiedEmail: account.verifiedEmail,
    verifiedPhone: account.verifiedPhone,
    hasTwoFactor: account.twoStepEnabled,
    logins: listLogins(account),
    deletionAt: account.deletionAt?.toISOString() ?? null,
    creator: performer && {
      commission: performer.commission,
      siteCommission: site.commission,
      siteCommissions: getEarningTerms(performer, site).commissions,
      payoutHold: performer.payoutHold,
      payoutRest: presentRest(getPayoutRest(performer, now)),
      subscribers: performer.statSubscribers,
      followers: performer.statFollowers,
    },
  };
}

export const presentReport = ({
  report: { id, title, description, target, status, createdAt },
  otherId,
  otherName,
  otherUsername,
}: ReportRow): PersonView['reportsBy']['data'][number] => ({
  _id: id,
  title,
  description,
  target,
  status,
  other: otherId === null ? null : { _id: otherId, name: otherName ?? '', username: otherUsername },
  createdAt: createdAt.toISOString(),
});

function listLogins(account: PersonRow['account']): PersonView['logins'] {
  const { passwordHash, googleId, googleLabel, twitterId, twitterLabel, verifiedPhone, phone } = account;
  return [
    ...(passwordHash === null ? [] : [{ provider: 'password' as const, label: '' }]),
    ...(googleId === null ? [] : [{ provider: 'google' as const, label: googleLabel ?? '' }]),
    ...(twitterId === null ? [] : [{ provider: 'twitter' as const, label: twitterLabel ?? '' }]),
    ...(verifiedPhone ? [{ provider: 'phone' as const, label: phone ?? '' }] : []),
  ];
}
