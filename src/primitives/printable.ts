/** The beginning of a text from elsewhere as people may see it: with `?` for what would move the cursor or hide something. */
export function printable(text: string, max: number): string {
  return text.slice(0, max).replaceAll(/\p{C}/gu, '?')
}
