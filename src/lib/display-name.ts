/**
 * The English name of a country or language, as `Portugal` or `Portuguese`. A value that is no code is returned as it is.
 *
 * @param code ISO 3166-1 alpha-2 for a country, in letters of any size; BCP 47 for a language.
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
