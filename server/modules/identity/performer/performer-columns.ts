import type { z } from 'zod';
import { toCents } from '@contract/base/money';
import { bodyTraits } from '@contract/identity/people-schemas';
import type { performerProfileFields } from '@contract/identity/performer-schemas';
import type { PerformerColumns } from './performer-repository';

type ProfileFields = z.output<z.ZodObject<typeof performerProfileFields>>;

export function toPerformerColumns(fields: ProfileFields): PerformerColumns {
  return {
    bio: unlessAbsent(fields.bio, (bio) => bio ?? ''),
    languages: fields.languages && [...new Set(fields.languages)].slice(0, 20),
    dateOfBirth: unlessAbsent(fields.dateOfBirth, (day) => day && day.slice(0, 10)),
    city: fields.city,
    state: fields.state,
    zipcode: fields.zipcode,
    address: fields.address,
    isFreeSubscription: fields.isFreeSubscription,
    freeSubscriptionDays: fields.durationFreeSubscriptionDays,
    monthlyPrice: unlessAbsent(fields.monthlyPrice, toCents),
    yearlyPrice: unlessAbsent(fields.yearlyPrice, toCents),
    publicChatPrice: unlessAbsent(fields.publicChatPrice, toCents),
  };
}

/** Fields of the `body` column; null removes a field. */
export function toBodyMembers(fields: ProfileFields): Record<string, string | null> {
  return Object.fromEntries(
    bodyTraits.flatMap((field) => {
      const value = fields[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

const unlessAbsent = <T, R>(value: T | undefined, convert: (value: T) => R): R | undefined =>
  value === undefined ? undefined : convert(value);
