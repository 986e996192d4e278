import { useEffect, useRef, useState } from 'react';
import type { CardEntryWay } from '@/config/card-entry';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { tokenizeCard, type TokenizedCard } from '@/services/card-token';
import type { StripeCard } from '@/services/stripe-card';
import type { ExpressApproval } from '@/services/stripe-express';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { brandName, checkCard, formatExpiry, groupDigits, type CardFields, type CardProblems } from '../card-number';
import { cardFormEdited, selectCardForm } from '../card-form-slice';
import type { NewCard } from '../cards-slice';
import { selectKey } from '../payment-slice';
import { useCardEntryWay } from '../cards';
import { selectIsCheckoutOpen } from '../intent-feature';

/** A card being typed. Its number goes only to the tokenization service; everything else gets the token. */
export interface CardEntry {
  way: CardEntryWay;
  onStripeCard(card: StripeCard | null): void;
  fields: CardFields;
  set(name: keyof CardFields, typed: string): void;
  problems: CardProblems;
  refusal: { message: string; code?: string } | null;
  /** Call it when the payer changes what would be paid, or with what. */
  clearRefusal(): void;
  isBusy: boolean;
  /** @returns null if a field is invalid, tokenization failed, or the sheet was closed during it. */
  tokenize(): Promise<NewCard | null>;
  tokenizeExpress(approval: ExpressApproval): Promise<NewCard | null>;
}

const empty: CardFields = { number: '', exp: '', cvc: '', name: '' };

export function useCardEntry(): CardEntry {
  const dispatch = useAppDispatch();
  const { status, error, addedId } = useAppSelector(selectCardForm);
  const way = useCardEntryWay();
  const stripeCard = useRef<StripeCard | null>(null);
  const [fields, setFields] = useState(empty);
  const [problems, setProblems] = useState<CardProblems>({});
  const { isTokenizing, tokenError, clearTokenError, awaitCard } = useTokenizing();
  const isBusy = isTokenizing || status === 'pending';
  // A sheet that is closed and immediately reopened stays mounted, so the fields of the saved card are cleared here.
  useEffect(() => {
    if (addedId !== null) setFields(empty);
  }, [addedId]);

  const clearRefusal = () => {
    clearTokenError();
    dispatch(cardFormEdited());
  };

  const set = (name: keyof CardFields, typed: string) => {
    setFields((now) => ({ ...now, [name]: read(name, typed, now) }));
    setProblems((now) => ({ ...now, [name]: undefined }));
    clearRefusal();
  };

  const tokenize = async (): Promise<NewCard | null> => {
    if (isBusy || way === 'none') return null;
    const { name, ...typed } = checkCard(fields, new Date());
    const found: CardProblems = way === 'stripe' ? { name } : { name, ...typed };
    setProblems(found);
    if (Object.values(found).some((problem) => problem !== undefined)) return null;
    if (way === 'stripe' && !stripeCard.current) return null;
    return awaitCard(() => readCard(way, fields, stripeCard.current));
  };

  const tokenizeExpress = async (approval: ExpressApproval) => (isBusy ? null : awaitCard(approval.tokenize));

  const refusal = tokenError ?? (status === 'failed' ? error : null);
  const onStripeCard = (card: StripeCard | null) => {
    stripeCard.current = card;
  };
  return { way, onStripeCard, fields, set, problems, refusal, clearRefusal, isBusy, tokenize, tokenizeExpress };
}

function useTokenizing() {
  const key = useAppSelector(selectKey);
  const isOpen = useAppSelector(selectIsCheckoutOpen);
  const { paymentGateway } = useAppSelector(selectSettings);
  /** Identifies the open sheet: a new object for each, null after unmounting. */
  const sheet = useRef<object | null>(null);
  const [isTokenizing, setIsTokenizing] = useState(false);
  const [tokenError, setTokenError] = useState<CardEntry['refusal']>(null);
  useEffect(() => {
    sheet.current = { key, isOpen };
    setIsTokenizing(false);
    return () => {
      sheet.current = null;
    };
  }, [isOpen, key]);

  const awaitCard = async (read: () => Promise<TokenizedCard>): Promise<NewCard | null> => {
    const pressedIn = sheet.current;
    const isSheetClosed = () => sheet.current !== pressedIn;
    setIsTokenizing(true);
    setTokenError(null);
    try {
      const { token, brand = 'Card', last4 = '', month, year, holderName } = await read();
      if (isSheetClosed()) return null;
      return {
        token,
        brand,
        last4Digits: last4,
        month,
        year,
        holderName,
        paymentGateway: paymentGateway as NewCard['paymentGateway'],
      };
    } catch (failure) {
      if (!isSheetClosed()) setTokenError({ message: (failure as Error).message });
      return null;
    } finally {
      if (!isSheetClosed()) setIsTokenizing(false);
    }
  };

  return { isTokenizing, tokenError, clearTokenError: () => setTokenError(null), awaitCard };
}

async function readCard(
  way: Exclude<CardEntryWay, 'none'>,
  fields: CardFields,
  stripeCard: StripeCard | null,
): Promise<TokenizedCard> {
  const holderName = fields.name.trim();
  if (way === 'stripe') return { ...(await (stripeCard as StripeCard).tokenize(holderName)), holderName };
  const { token, brand, last4 } = await tokenizeCard(fields, way);
  const [month = '', year = ''] = fields.exp.split('/');
  return {
    token,
    brand: brand ?? (brandName(fields.number) || 'Card'),
    last4: last4 ?? fields.number.slice(-4),
    month,
    year: `20${year}`,
    holderName,
  };
}

function read(name: keyof CardFields, typed: string, before: CardFields): string {
  switch (name) {
    case 'number':
      return groupDigits(typed);
    case 'exp':
      return formatTypedExpiry(before.exp, typed);
    case 'cvc':
      return typed.replace(/\D/g, '');
    case 'name':
      return typed;
  }
}

/** Deleting the slash also deletes the digit before it, because the slash would otherwise be added again immediately. */
function formatTypedExpiry(before: string, typed: string): string {
  return before.endsWith('/') && typed === before.slice(0, -1) ? typed.slice(0, -1) : formatExpiry(typed);
}
