/**
 * Characters that would be invisible, break lines, or change the direction of the text after them: controls, zero-width
 * characters, and the marks and overrides of bidirectional text.
 */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu

/** More marks than this on one character would reach into the lines above and below. */
const MARKS = /(\p{M}{3})\p{M}+/gu

/**
 * Text of others, such as the name of a token, so that it can be shown: what cannot be seen is written as `\u{…}`, and a
 * long text ends with `…`.
 *
 * @param max in characters
 */
export function visibleText(text: string, max = 200): string {
  const characters = [...text.slice(0, 2 * max)]
  const shown = characters.slice(0, max).join('').replace(INVISIBLE, escaped).replace(MARKS, '$1…')
  return characters.length > max || text.length > 2 * max ? `${shown}…` : shown
}

/** Bytes as text, if they are text; undefined otherwise. */
export function textOfHex(hex: string): string | undefined {
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(hex)) return undefined
  const pairs = hex.slice(2).match(/../g) ?? []
  try {
    const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
