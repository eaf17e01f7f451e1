/** As shells report a process that was interrupted. */
export const INTERRUPTED = 130
