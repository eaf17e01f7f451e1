/** The exit code that shells report for an interrupted process. */
export const INTERRUPTED = 130
