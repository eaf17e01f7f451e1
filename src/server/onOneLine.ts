/** Control characters and line breaks of Unicode, which JSON allows in texts and programs take for the end of a line. */
const breaks = /[\u007f-\u009f\u2028\u2029]/g

/** Escapes in JSON what could end its line, or change how a terminal shows it. */
export function onOneLine(json: string): string {
  return json.replace(breaks, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
