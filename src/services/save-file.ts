export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export function saveTextFile(name: string, text: string, type: string): void {
  // With a byte order mark, spreadsheets read the text as UTF-8. Banks may not expect one in XML.
  const mark = type === 'text/csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the blob only a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
