/** Plain letters in the providers' colours: their logos are theirs. */
export function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="#4285f4" strokeWidth="2.6" strokeDasharray="36 12" />
      <path d="M10 10h7.4" stroke="#4285f4" strokeWidth="2.6" />
    </svg>
  );
}

export function TwitterMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
