import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type LineCounter } from 'yaml'

/**
 * Finds the line of a part of a document; for a missing part, that of the map or list that should contain it.
 *
 * @param path as in errors: `steps[2].reorg.depth`
 * @returns the line, from 1; undefined for the whole document, and if no part of the path exists
 */
export function lineOfPath(
  document: Document,
  lineCounter: LineCounter,
  path: string,
): number | undefined {
  let at: unknown = document.contents
  let offset: number | undefined
  for (const name of path.match(/[^.[\]]+/g) ?? []) {
    const part = partOf(isAlias(at) ? at.resolve(document) : at, name)
    if (part === undefined) break
    at = part.value
    offset = part.offset ?? offset
  }
  return offset === undefined ? undefined : lineCounter.linePos(offset).line
}

/** A member of a map starts at its key, an item of a list at the item itself. */
function partOf(node: unknown, name: string): Part | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === name)
    return pair && { value: pair.value, offset: begin(pair.key) }
  }
  if (!isSeq(node)) return undefined
  const item = node.items[Number(name)]
  return isNode(item) ? { value: item, offset: begin(item) } : undefined
}

interface Part {
  readonly value: unknown
  readonly offset: number | undefined
}

function begin(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}
