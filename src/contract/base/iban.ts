/** Countries with IBANs, and their lengths. ISO 13616. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
  'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 ' +
  'LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 ' +
  'SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const lengths = new Map(LENGTHS.split(' ').map((one) => [one.slice(0, 2), Number(one.slice(2))]));

export const hasIbans = (country: string): boolean => lengths.has(country.toUpperCase());

/** Checks the length and the two check digits; spaces do not matter. ISO 13616, ISO 7064 mod 97-10. */
export function isIban(text: string): boolean {
  const iban = toPlainIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== lengths.get(iban.slice(0, 2))) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

export const toPlainIban = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Territories whose banks have the IBANs of another country. ISO 13616. */
const TERRITORIES = { FI: 'AX', FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT', GB: 'GG IM JE', NO: 'SJ' };
const ibanCountries = new Map(
  Object.entries(TERRITORIES).flatMap(([country, codes]) => codes.split(' ').map((code) => [code, country] as const)),
);

/**
 * The country of an IBAN whose bank cannot be in the given country.
 *
 * @param country code; others than codes are not compared
 * @returns null if it can, and for texts that are no IBANs
 */
export function findOtherIbanCountry(text: string, country: string): string | null {
  const code = country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || !isIban(text)) return null;
  const ibanCountry = toPlainIban(text).slice(0, 2);
  return ibanCountry === (ibanCountries.get(code) ?? code) ? null : ibanCountry;
}

/** Countries whose banks accept SEPA credit transfers. EPC409-09. */
const SEPA_COUNTRIES =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA';
const sepaCountries = new Set(SEPA_COUNTRIES.split(' '));

export const isInSepa = (iban: string): boolean => isIban(iban) && sepaCountries.has(toPlainIban(iban).slice(0, 2));

/** ISO 9362. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
