import type { ParsedUrlQuery } from 'node:querystring';
import type { Action } from '@reduxjs/toolkit';
import { ownDataWanted } from '@/features/identity/privacy/privacy-slice';
import { referenceWanted } from '@/features/site/reference/reference-slice';
import { securityWanted } from '@/features/identity/security/security-slice';

/** What the open part of an account page needs. */
export function accountPartWants({ query }: { query: ParsedUrlQuery }): Action[] {
  switch (query['section']) {
    case 'security':
      return [securityWanted(), referenceWanted(['phoneCodes'])];
    case 'sessions':
      return [securityWanted()];
    case 'data':
      return [ownDataWanted()];
    default:
      return [];
  }
}
