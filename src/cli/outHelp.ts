/** The accepted values of `--out`; `requireOutFolder` refuses all others. */
export const OUT_HELP =
  'The folder to write: a new or empty one, or one that ommer has written. Not the current folder, your home folder, or one above them.'
