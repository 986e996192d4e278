/** Making a formatter costs a hundred times what using one does, and a page uses dozens: each kind is made once. */
function remember<Options, Formatter>(
  make: (locale: string, options: Options) => Formatter,
): (locale: string, options: Options) => Formatter {
  const known = new Map<string, Formatter>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let formatter = known.get(key);
    if (!formatter) known.set(key, (formatter = make(locale, options)));
    return formatter;
  };
}

export const dateFormatter = remember(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormatter = remember(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
