/** A text that a client may have written, or its beginning followed by `…`. */
export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  // A copy: a substring would keep the whole text in memory.
  return Buffer.from(`${text.slice(0, charactersMax)}…`).toString()
}
