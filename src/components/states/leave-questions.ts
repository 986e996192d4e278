/** A log-out (`account`) can lose more than leaving a page. */
type Exit = 'page' | 'account';

/** Asks the user, and calls `leave` if confirmed. @returns false if there is nothing to lose */
type LeaveQuestion = (leave: () => void) => boolean;

/** Newest last. Next.js itself supports only one. */
const questions: { question: LeaveQuestion; exit: Exit }[] = [];

/** @param exit `account` is asked only at log-out. @returns removes the question */
export function addLeaveQuestion(question: LeaveQuestion, exit: Exit = 'page'): () => void {
  const added = { question, exit };
  questions.push(added);
  return () => void questions.splice(questions.indexOf(added), 1);
}

/** Asks from the newest question on until the user stays. @returns whether anything was asked */
export function confirmLeave(leave: () => void, exit: Exit, among = questions.toReversed()): boolean {
  return among.some((one, index) => {
    const askNext = () => confirmLeave(leave, exit, among.slice(index + 1)) || leave();
    return questions.includes(one) && (one.exit === 'page' || exit === 'account') && one.question(askNext);
  });
}

/** For exits that are not links. */
export function leavePage(leave: () => void): void {
  if (!confirmLeave(leave, 'page')) leave();
}

export function leaveAccount(leave: () => void): void {
  if (!confirmLeave(leave, 'account')) leave();
}
