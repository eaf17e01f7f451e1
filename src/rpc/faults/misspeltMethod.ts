import { editDistance } from '../../primitives/editDistance.ts'

/** A name that differs from a method's by at most so many letters is that name with a typing error. */
const LETTERS_MAX = 2

/** More names than these are no help. */
const SUGGESTIONS_MAX = 3

/** Methods of other nodes whose names consist of words of ours. */
const methodsElsewhere: ReadonlySet<string> = new Set(['eth_getTransactionCount'])

/** The namespaces of our methods. In any other, such as `trace_`, nodes have methods of their own. */
const NAMESPACE = /^(?:eth|net|web3|rpc)[_.]/i

/**
 * Looks for the methods that a name may stand for that is none: one with letters wrong, as in `eth_getBlokByHash`, one
 * without its namespace, or one that is not complete, as in `eth_getBlock`.
 *
 * @param known the names that are right
 * @returns the likeliest first; none where the name resembles no method, or is one of another node
 */
export function intendedMethods(name: string, known: readonly string[]): readonly string[] {
  if (known.includes(name) || methodsElsewhere.has(name)) return []
  const similar = nearest(name.toLowerCase(), known)
  if (similar !== undefined) return [similar]
  return completions(name.replace(NAMESPACE, '').toLowerCase(), known).slice(0, SUGGESTIONS_MAX)
}

function nearest(name: string, known: readonly string[]): string | undefined {
  let least = Number.POSITIVE_INFINITY
  let found: string | undefined
  for (const method of known) {
    const distance = editDistance(method.toLowerCase(), name, LETTERS_MAX)
    if (distance === undefined || distance >= least) continue
    least = distance
    found = method
  }
  return found
}

/** The methods of which a name, in lower case and without its namespace, has some of the words and no others. */
function completions(name: string, known: readonly string[]): readonly string[] {
  const bare = (method: string): string => method.replace(NAMESPACE, '')
  const complete = known.find((method) => bare(method).toLowerCase() === name)
  if (complete !== undefined) return [complete]
  const isBeginning = (method: string): boolean => bare(method).toLowerCase().startsWith(name)
  return known
    .filter((method) => isMadeOf(name, wordsOf(bare(method))))
    .toSorted(
      (one, other) =>
        Number(isBeginning(other)) - Number(isBeginning(one)) ||
        one.length - other.length ||
        (one < other ? -1 : 1),
    )
}

/** `getBlockByHash`: get, block, by, hash */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
}

/** Whether a text is some of these words one after the other, each in the singular or the plural. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  if (text === '') return true
  return words.some((word, index) => {
    const singular = word.replace(/s$/, '')
    return [singular, `${singular}s`].some(
      (form) => text.startsWith(form) && isMadeOf(text.slice(form.length), words.slice(index + 1)),
    )
  })
}
