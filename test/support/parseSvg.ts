/** The elements of an SVG file, with the names of those that contain them. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly path: readonly string[]
}

const token = /<(\/?)([a-z][\w:-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|([^<]+)/gi

/**
 * Reads the elements of an SVG file as our own code writes it.
 *
 * @throws {Error} if it is not well-formed
 */
export function parseSvg(svg: string): readonly SvgElement[] {
  const elements: SvgElement[] = []
  const open: string[] = []
  let at = 0
  for (const match of svg.matchAll(token)) {
    if (match.index !== at) throw new Error(`not XML at ${at}: ${svg.slice(at, at + 40)}`)
    at += match[0].length
    const [, close, name, attributes = '', alone, text] = match
    if (text !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`a bare & in ${text}`)
      continue
    }
    if (close === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`)
      continue
    }
    const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)]
    elements.push({
      name: name as string,
      attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, value])),
      path: [...open],
    })
    if (alone !== '/') open.push(name as string)
  }
  if (open.length > 0 || at !== svg.length) throw new Error(`not closed: ${open.join(', ')}`)
  return elements
}
