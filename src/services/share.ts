export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param path with a leading slash. @returns `left` if the user closed the share sheet */
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
