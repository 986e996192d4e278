import { toAmountText } from '@contract/base/money';
import type { CurrentUser } from '@/features/identity/auth/session-slice';

export type CreatorAccount = Extract<CurrentUser, { isPerformer: true }>;

export const getCreatorFields = (user: CreatorAccount) => ({
  name: user.name,
  username: user.username,
  email: user.email ?? '',
  headline: user.headline ?? '',
  bio: user.bio ?? '',
  dateOfBirth: user.dateOfBirth?.slice(0, 10) ?? '',
  gender: user.gender ?? ('' as const),
  country: user.country ?? '',
  languages: user.languages ?? [],
  categoryIds: user.categoryIds,
  monthly: toAmountText(user.monthlyPrice),
  yearly: toAmountText(user.yearlyPrice),
  isFreeSubscription: user.isFreeSubscription,
  days: String(user.durationFreeSubscriptionDays),
  links: user.socialLinks ?? [],
});

export type CreatorFields = ReturnType<typeof getCreatorFields>;

export const toCreatorBody = ({ days, monthly, yearly, links, ...rest }: CreatorFields, defaultTrialDays: number) => ({
  ...rest,
  monthlyPrice: Number(monthly),
  yearlyPrice: Number(yearly),
  durationFreeSubscriptionDays: Number(days) || defaultTrialDays,
  socialLinks: links.filter((link) => link.url !== ''),
});

export const creatorLabels: Record<keyof CreatorFields, string> = {
  name: 'Name',
  username: 'Username',
  email: 'Email',
  headline: 'What you create',
  bio: 'About you',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  country: 'Country',
  languages: 'Languages',
  categoryIds: 'Topics',
  monthly: 'Monthly price',
  yearly: 'Yearly price',
  isFreeSubscription: 'Free trial',
  days: 'Days of the free trial',
  links: 'Links',
};
