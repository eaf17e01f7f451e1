/** How many characters of a value are shown: the length of a hash. */
const VALUE_MAX = 66

/** How many characters of a path are shown. */
const PATH_MAX = 40

/** How many characters are shown before the first difference of two long values. */
const BEFORE_MAX = 20

/**
 * Describes a change for the log: the value before and after, or the item that was removed from a list.
 *
 * @param path of the value in the result
 */
export function describeChange(path: string, before: unknown, after: unknown): string {
  const at = excerpt(path, 0, PATH_MAX)
  const lost = indexOfLost(before, after)
  if (lost !== undefined) {
    return `${at}[${lost}]: ${nameOf((before as unknown[])[lost])} is missing`
  }
  const [one, other] = [write(before), write(after)]
  const from = one.length > VALUE_MAX || other.length > VALUE_MAX ? startOfExcerpt(one, other) : 0
  return `${at}: ${excerpt(one, from, VALUE_MAX)} -> ${excerpt(other, from, VALUE_MAX)}`
}

/** The index of the only item that is missing from the second list; undefined if there is any other difference. */
function indexOfLost(before: unknown, after: unknown): number | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  if (after.length !== before.length - 1) return undefined
  const found = after.findIndex((item, index) => item !== before[index])
  const lost = found === -1 ? after.length : found
  const isAllElseSame = after.slice(lost).every((item, index) => item === before[lost + index + 1])
  return isAllElseSame ? lost : undefined
}

/** The name by which people identify an item of a list. */
function nameOf(item: unknown): string {
  const { logIndex, transactionHash, hash } = Object(item) as Record<string, unknown>
  if (logIndex !== undefined) return `log ${excerptOf(logIndex)} of ${excerptOf(transactionHash)}`
  if (transactionHash !== undefined) return `the receipt of ${excerptOf(transactionHash)}`
  return excerptOf(hash ?? item)
}

function excerptOf(value: unknown): string {
  return excerpt(write(value), 0, VALUE_MAX)
}

/** As JSON; hex without quotes. */
function write(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)) return value
  return JSON.stringify(value) ?? 'nothing'
}

/** Where an excerpt must start to include the difference. */
function startOfExcerpt(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same < VALUE_MAX ? 0 : same - BEFORE_MAX
}

function excerpt(text: string, from: number, most: number): string {
  if (from === 0 && text.length <= most) return text
  const cut = text.slice(from, from + most)
  const [before, after] = [from > 0 ? '…' : '', from + most < text.length ? '…' : '']
  // A copy: a substring would keep the whole text in memory.
  return Buffer.from(`${before}${cut}${after}`).toString()
}
