/** The error with which some work fails. */
export function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  )
}
