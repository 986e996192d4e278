/** Same text as the server's. */
export const CHOOSE_MEDIA_TEXT = 'Choose a photo, video or audio file.';
