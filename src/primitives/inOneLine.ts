/** Replaces line breaks and control characters, for messages that may quote untrusted text. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
