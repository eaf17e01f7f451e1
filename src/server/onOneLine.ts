/**
 * Control characters and line breaks of Unicode, which JSON allows in texts and programs take for the end of a line, and
 * characters that reverse the direction of what follows.
 */
const breaks = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Escapes in JSON what could end its line, or change how a terminal shows it. */
export function onOneLine(json: string): string {
  return json.replace(breaks, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
