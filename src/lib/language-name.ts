/** `Portuguese`: what a language is called, in that of the site. @param language BCP 47; another word stays as it is */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
