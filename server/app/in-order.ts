/** Each question with its answer, where a store or a batch answers in the order asked. Throws where one is missing. */
export function withAnswers<Asked, Answer>(
  asked: readonly Asked[],
  answers: readonly Answer[],
): readonly (readonly [Asked, Answer])[] {
  if (asked.length !== answers.length) {
    throw new Error(`${asked.length} questions were asked and ${answers.length} answered`);
  }
  // As many answers as questions, so that there is one at each place.
  return asked.map((one, at) => [one, answers[at]!]);
}
