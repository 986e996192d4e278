/**
 * @param code ISO 3166-1 alpha-2 for a country, in upper case; BCP 47 for a language
 * @returns the English name, such as `Portugal`; an invalid code unchanged
 */
function getDisplayName(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames('en', { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const getCountryName = (code: string): string => getDisplayName('region', code.toUpperCase());
export const getLanguageName = (code: string): string => getDisplayName('language', code);
