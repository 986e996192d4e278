export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export function saveTextFile(name: string, text: string, type: string): void {
  // With a byte order mark, spreadsheets read the text as UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the blob only a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
