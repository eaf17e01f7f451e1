import type { Hex } from '../../primitives/hex.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import { pinOf } from './witnessPin.ts'

/** The first line of the file. */
const TITLE = '# ommer fork witness 1'

const HASH = '0x[\\da-f]{64}'
const ADDRESS = '0x[\\da-f]{40}'
const QUANTITY = '0x(?:0|[1-9a-f][\\da-f]*)'
/** a block, after which a state is: see `stateName` */
const STATE = '\\d+:[\\da-f]{16}'

/** What lines look like, by their first word. The first group is all that names an item, the rest is its value. */
const kinds: Readonly<Record<string, RegExp>> = {
  absent: new RegExp(`^(absent ${STATE} ${HASH})$`),
  account: new RegExp(`^(account ${STATE} ${ADDRESS}) (\\d+) (\\d+)(?: (${HASH}))?$`),
  block: new RegExp(`^(block ${STATE} \\d+) (${HASH})$`),
  header: new RegExp(`^(header \\d+ ${HASH}) 0x(?:[\\da-f]{2})+$`),
  lost: new RegExp(`^(lost ${HASH})$`),
  nodes: /^(nodes [\da-f]{64})$/,
  pin: new RegExp(`^(pin \\d+ ${HASH}) (proven|values) \\{.*\\}$`),
  slot: new RegExp(`^(slot ${STATE} ${ADDRESS} ${QUANTITY}) (${QUANTITY})$`),
}

/** How lines name the state after a block. */
export function stateName({
  number,
  hash,
}: {
  readonly number: number
  readonly hash: Hex
}): string {
  return `${number}:${hash.slice(2, 18)}`
}

/** The line of a node that nobody could read. */
export function lostLine(hash: Hex): string {
  return `lost ${hash}`
}

/** The items of a witness, one a line. Lines of several witnesses can be united in any order, with the same result. */
export class WitnessLines {
  /** by what names the item */
  readonly #lines = new Map<string, string>()

  /**
   * @param path for errors
   * @throws {WitnessError}
   */
  static read(text: string, path: string): WitnessLines {
    const [title, ...rest] = text.split(/\r?\n/)
    if (title !== TITLE) throw new WitnessError(path, `its first line is not: ${TITLE}`)
    const lines = new WitnessLines()
    for (const [index, line] of rest.entries()) {
      if (line === '') continue
      lines.add(line, path, index + 2)
      if (line.startsWith('pin ')) pinOf(line.split(' ').slice(1), `${path}: line ${index + 2}`)
    }
    return lines
  }

  get size(): number {
    return this.#lines.size
  }

  /**
   * @param from where the line is from, for errors
   * @param number of the line there, if it is known
   * @throws {WitnessError} if there is another one for the same item, or the line is none of a witness
   */
  add(line: string, from: string, number?: number): void {
    const name = nameOf(line)
    const where = number === undefined ? from : `${from}: line ${number}`
    if (name === undefined) throw new WitnessError(where, `it is no item: ${line.slice(0, 80)}`)
    const known = this.#lines.get(name)
    if (known === line) return
    if (known !== undefined && !isSameMode(known, line)) {
      throw new WitnessError(where, `it has ${short(line)}, but there is ${short(known)} already`)
    }
    // Two pins in the same mode can only differ in their rules, which were read at different times.
    if (known === undefined || line < known) this.#lines.set(name, line)
  }

  /** @param name the words of a line up to its value */
  get(name: string): string | undefined {
    return this.#lines.get(name)
  }

  has(line: string): boolean {
    return this.#lines.get(nameOf(line) ?? '') === line
  }

  delete(line: string): void {
    this.#lines.delete(line)
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#lines.values()
  }

  /** The words of the lines of a kind, without the kind. */
  *of(kind: string, start = ''): Generator<readonly string[]> {
    const first = `${kind} ${start}`
    for (const line of this.#lines.values()) {
      if (line.startsWith(first)) yield line.slice(kind.length + 1).split(' ')
    }
  }

  /** The same for the same items. */
  toString(): string {
    return `${[TITLE, ...[...this.#lines.values()].sort()].join('\n')}\n`
  }
}

/** @returns undefined if it is no line of a witness */
function nameOf(line: string): string | undefined {
  const kind = line.slice(0, line.indexOf(' '))
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.exec(line)?.[1] : undefined
}

function isSameMode(one: string, other: string): boolean {
  const [mode] = kinds.pin?.exec(one)?.slice(2) ?? []
  return mode !== undefined && mode === kinds.pin?.exec(other)?.[2]
}

function short(line: string): string {
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`
}
