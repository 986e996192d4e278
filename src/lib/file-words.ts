/** The server uses the same text. */
export const CHOOSE_MEDIA_TEXT = 'Choose a photo, video or audio file.';
