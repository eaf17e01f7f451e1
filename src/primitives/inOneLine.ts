/** A text that may quote what others wrote, for people to read in one line: without what ends a line or moves a cursor. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
