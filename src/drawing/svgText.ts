/** Undefined attributes are left out. */
type Attributes = Readonly<Record<string, string | number | undefined>>

/** What stands for the characters that have a meaning in XML. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The characters that XML 1.0 allows nowhere, and surrogates without a partner. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text as XML, whatever it contains. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(forbidden, '\u{FFFD}')
    .replaceAll(/[&<>"']/g, (character) => escapes[character] as string)
}

/** @param content XML, not text */
export function element(name: string, attributes: Attributes, content?: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  if (content === undefined) return `<${name}${written}/>`
  return `<${name}${written}>${content.join('\n')}</${name}>`
}

export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, [escapeXml(text)])
}
