import type { ParsedUrlQuery } from 'node:querystring';
import type { Action } from '@reduxjs/toolkit';
import { ownDataWanted } from '@/features/privacy/privacy-slice';
import { referenceWanted } from '@/features/reference/reference-slice';
import { securityWanted } from '@/features/security/security-slice';

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
