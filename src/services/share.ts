/** Puts text on the clipboard. @returns false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hands a link to the system's share sheet, or to the clipboard where there is none.
 *
 * @param path of this site, with its slash in front.
 * @returns `left` when the reader closed the share sheet.
 */
export async function shareLink(path: string, title: string): Promise<'shared' | 'copied' | 'left' | 'failed'> {
  const url = new URL(path, window.location.origin).href;
  if (typeof navigator.share !== 'function') return (await copyText(url)) ? 'copied' : 'failed';
  try {
    await navigator.share({ url, title });
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'left' : 'failed';
  }
}
