/**
 * What a country or a language is called in the language of the site, as `Portugal` and `Portuguese`. Backends and people send
 * what they like: what is no code is shown as it is.
 *
 * @param code ISO 3166-1 alpha-2 for a country, in letters of any size; BCP 47 for a language.
 */
function displayName(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames('en', { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const countryName = (code: string): string => displayName('region', code.toUpperCase());
export const languageName = (code: string): string => displayName('language', code);
