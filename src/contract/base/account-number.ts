/**
 * Refuses only what cannot be the number of a bank account: banks outside of the US have many formats, written with spaces,
 * hyphens, dots or slashes. IBANs pass; their check digits are verified by `isIban`.
 *
 * @param country code of the bank's country; others than codes are not compared
 * @returns the error text
 */
export function findAccountNumberFault(text: string, country: string): string | undefined {
  const number = text.replaceAll(/[\s./-]/g, '');
  if (country.trim().toUpperCase() === 'US')
    return /^\d{4,17}$/.test(number) ? undefined : 'A US account number has 4 to 17 digits and no letters.';
  if (/^(?=.*\d)[a-z0-9]{4,34}$/i.test(number)) return undefined;
  return 'An account number has 4 to 34 digits and letters. Check it against your bank statement.';
}
