/** A text that a client has a say in, or its beginning, which ends in `…`. */
export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  // Written anew: what is cut from a text keeps all of it in memory.
  return Buffer.from(`${text.slice(0, charactersMax)}…`).toString()
}
