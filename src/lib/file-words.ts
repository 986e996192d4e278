/** What is said of a file that is neither; the server says the same. */
export const chooseMedia = 'Choose a photo, video or audio file.';
