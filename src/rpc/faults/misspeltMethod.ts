import { editDistance } from '../../primitives/editDistance.ts'
import { inOneLine } from '../../primitives/inOneLine.ts'
import { methodsElsewhere } from '../unservedMethods.ts'

/** A name that differs from a method's by at most this many letters is a misspelling of it. */
const LETTERS_MAX = 2

/** The beginning of a method's name may differ by more than one letter only if it has at least this many. */
const LONG_LETTERS = 8

/** A longer list of names does not help. */
const SUGGESTIONS_MAX = 3

/** The namespaces of which we know every method of other nodes. */
const ourNamespaces = ['eth', 'net', 'web3', 'rpc']

/** The namespaces of our methods in which nodes have many methods of their own: only names similar to ours are misspelt. */
const sharedNamespaces = ['debug', 'trace']

const NAMESPACE = /^([a-z][a-z\d]*)[_.]/i

const OUR_NAMESPACE = /^(?:eth|net|web3|rpc)[_.]/i

/**
 * Checks whether a name is misspelt or incomplete: letters are wrong, as in `eth_getBlokByHash`; words or the namespace
 * are missing, as in `getBlock`; or no node serves it.
 *
 * @param known the valid names
 * @returns what is wrong, with the likeliest names; undefined if it may be the name of a method
 */
export function misspelling(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || methodsElsewhere.includes(name)) return undefined
  if (name.includes('*'))
    return `'${inOneLine(name.slice(0, 80))}' is not a method; list each by its name`
  const namespace = NAMESPACE.exec(name)?.[1]?.toLowerCase()
  const isElsewhere = namespace !== undefined && !ourNamespaces.includes(namespace)
  const similar = nearest(name, known) ?? nearest(name, methodsElsewhere)
  if (isElsewhere && (similar === undefined || !isOurs(namespace))) return undefined
  const likely = similar !== undefined ? [similar] : likelyNames(name, known)
  const problem = `there is no method '${inOneLine(name.slice(0, 80))}'`
  if (likely.length > 0) return `${problem}; did you mean ${listed(likely)}?`
  if (namespace !== undefined) return problem
  return `${problem}; a name begins with its namespace, as eth_chainId does`
}

/** Whether a namespace is one of ours, or a misspelling of one. */
function isOurs(namespace: string): boolean {
  return [...ourNamespaces, ...sharedNamespaces].some(
    (ours) => editDistance(ours, namespace, 1) !== undefined,
  )
}

function likelyNames(name: string, known: readonly string[]): readonly string[] {
  const bare = bareName(name).toLowerCase()
  const found = [completions(bare, known), continuations(bare, known)]
    .concat([completions(bare, methodsElsewhere), continuations(bare, methodsElsewhere)])
    .find((names) => names.length > 0)
  return (found ?? []).slice(0, SUGGESTIONS_MAX)
}

function bareName(name: string): string {
  return name.trim().replace(OUR_NAMESPACE, '')
}

function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]+)$/, ' or $1')
}

/** The method whose name differs by the fewest letters; undefined if all differ by too many. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const lowerCase = name.toLowerCase()
  let least = Number.POSITIVE_INFINITY
  let found: string | undefined
  for (const method of known) {
    const distance = editDistance(method.toLowerCase(), lowerCase, LETTERS_MAX)
    if (distance === undefined || distance >= least) continue
    least = distance
    found = method
  }
  return found
}

/** The methods that contain all words of a bare name in lower case, in any number. */
function completions(name: string, known: readonly string[]): readonly string[] {
  const complete = known.find((method) => bareName(method).toLowerCase() === name)
  if (complete !== undefined) return [complete]
  const isBeginning = (method: string): boolean => bareName(method).toLowerCase().startsWith(name)
  return known
    .filter((method) => name !== '' && isMadeOf(name, wordsOf(bareName(method))))
    .toSorted(
      (one, other) =>
        Number(isBeginning(other)) - Number(isBeginning(one)) || shorterFirst(one, other),
    )
}

/** The methods whose names start like a bare name in lower case, or with the fewest wrong letters. */
function continuations(name: string, known: readonly string[]): readonly string[] {
  if (name.length < 3) return []
  const most = name.length < LONG_LETTERS ? 1 : LETTERS_MAX
  const distances = known.map((method) => {
    const bare = bareName(method).toLowerCase()
    const lengths = [name.length - 1, name.length, name.length + 1]
    const each = lengths.map(
      (length) => editDistance(bare.slice(0, length), name, most) ?? Number.POSITIVE_INFINITY,
    )
    return { method, distance: Math.min(...each) }
  })
  const least = Math.min(...distances.map(({ distance }) => distance))
  if (!Number.isFinite(least)) return []
  return distances
    .filter(({ distance }) => distance === least)
    .map(({ method }) => method)
    .toSorted(shorterFirst)
}

function shorterFirst(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

/** `getBlockByHash`: get, block, by, hash */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
}

/** Whether a text consists of some of these words in sequence, each in the singular or the plural. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  if (text === '') return true
  return words.some((word, index) => {
    const singular = word.replace(/s$/, '')
    return [singular, `${singular}s`].some(
      (form) => text.startsWith(form) && isMadeOf(text.slice(form.length), words.slice(index + 1)),
    )
  })
}
