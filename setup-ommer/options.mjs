/**
 * Splits options as shells do, without variables and escapes: backslashes of Windows paths stay.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function splitOptions(text) {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  const left = text.replaceAll(/"[^"]*"|'[^']*'/g, '')
  if (/["']/.test(left)) throw new Error(`options: a quotation mark is not closed in ${text}`)
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}
