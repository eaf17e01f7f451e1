import type { ForkPin } from '../../chain/forkPin.ts'
import type { ByteText } from '../../chain/state/byteText.ts'
import type { StoredCode } from '../../chain/state/codeStore.ts'
import { hashIn } from '../../chain/state/lostNodes.ts'
import type { BlockJson } from '../../formats/json/blockJson.ts'
import { messageOf } from '../../primitives/errors.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import type { StateWitness } from './stateWitness.ts'
import { unsaved } from './unsaved.ts'
import { type WitnessContent, WitnessFolder } from './witnessFolder.ts'
import { lostLine, WitnessLines } from './witnessLines.ts'
import { pinLine, pinsIn } from './witnessPin.ts'

/** How long after a read the folder is written, in milliseconds, and as a multiple of how long that took the last time. */
const SAVE_AFTER_MS = 200
const SAVE_AFTER_FACTOR = 20

/**
 * What was read of networks, in a folder: a store between a fork and its node, which gives what it has, and keeps what work
 * asks for. What is read ahead, because a node says that a call might need it, is not kept unless it is asked for.
 */
export class Witness {
  readonly path: string
  /** whether what is read is written to the folder */
  readonly isWritten: boolean
  readonly #folder: WitnessFolder
  #content: WitnessContent
  #lines = new Set<string>()
  /** hashes of the nodes that this process has lost, in the folder or not: others may have read them meanwhile */
  readonly #lost: Set<Hex>
  /** hashes of nodes that the folder has as lost, and this process has not lost */
  #lostByOthers: ReadonlySet<Hex> = new Set()
  readonly #nodes = new Map<ByteText, Uint8Array>()
  readonly #blocks = new Map<string, Uint8Array>()
  readonly #codes = new Map<string, Uint8Array>()
  /** those with reads that are not in `#lines` yet */
  readonly #states = new Set<StateWitness>()
  #timer: NodeJS.Timeout | undefined
  /** the last one, which is not repeated */
  #warning: string | undefined
  /** in milliseconds */
  #savingTook = 0
  /** numbers of blocks by the pinned block that they are before, and the transactions that they have */
  #locations: Map<string, number> | undefined

  /** @throws {WitnessError} if the folder cannot be read, is damaged, or has other files instead */
  constructor(path: string, { isWritten }: { readonly isWritten: boolean }) {
    this.path = path
    this.isWritten = isWritten
    this.#folder = new WitnessFolder(path)
    if (isWritten) this.#folder.requireOwn()
    this.#content = this.#folder.read() ?? { lines: new WitnessLines(), segments: [] }
    this.#lost = new Set(this.lostNodes)
  }

  /** By number. */
  get pins(): readonly ForkPin[] {
    return pinsIn(this.#content.lines, this.path)
  }

  /**
   * Adds a pinned block, with what is needed to fork there again.
   *
   * @throws {WitnessError} if the folder cannot be written
   */
  addPin(pin: ForkPin, block: BlockJson): void {
    this.add(pinLine(pin))
    this.#addFile(pin.hash, block)
    this.save()
  }

  /** The words of an item after what names it; undefined if the folder does not have it. */
  valueOf(name: string): readonly string[] | undefined {
    const line = this.#content.lines.get(name)
    return line?.slice(name.length + 1).split(' ')
  }

  /** @param start of the lines after their kind */
  lines(kind: string, start: string): Iterable<readonly string[]> {
    return this.#content.lines.of(kind, start)
  }

  /** Hashes of the nodes that nobody could read, whatever the block: those of several states are the same. */
  get lostNodes(): readonly Hex[] {
    return [...this.lines('lost', '')].map(([hash]) => hash as Hex)
  }

  /** Notes that nobody could read a node. */
  addLost(hash: Hex): void {
    this.#lost.add(hash)
    this.add(lostLine(hash))
  }

  has(line: string): boolean {
    return this.#lines.has(line) || this.#content.lines.has(line)
  }

  /**
   * RLP of a node.
   *
   * @param reference to it in its parent
   */
  node(reference: ByteText): Uint8Array | undefined {
    const hash = Buffer.from(reference.slice(1), 'latin1')
    for (const segment of this.#content.segments) {
      const node = segment.get(hash)
      if (node !== undefined) return node
    }
    return undefined
  }

  /** @param name the hash in hex without prefix */
  code(name: string): StoredCode | undefined {
    const code = this.#folder.file('codes', name)
    if (code === undefined) return undefined
    const hash = keccak256(code)
    if (Buffer.from(hash).toString('hex') === name) return { hash, code: new Uint8Array(code) }
    if (this.isWritten) {
      // It is read again, as one that is missing.
      this.#folder.remove('codes', name)
      return undefined
    }
    const problem = 'it is damaged: its content does not have the hash in its name'
    throw new WitnessError(
      `${this.path}/codes/${name}`,
      `${problem}; run the same with a node, which replaces it`,
    )
  }

  /** A block that has to be checked; undefined if it is not in the folder. */
  block(hash: Hex): BlockJson | undefined {
    const name = `${hash}.json`
    const text = this.#folder.file('blocks', name)
    try {
      return text && Object(JSON.parse(text.toString()))
    } catch (cause) {
      throw new WitnessError(`${this.path}/blocks/${name}`, 'it is not JSON', { cause })
    }
  }

  /**
   * The hash of a block before a pinned one; undefined if it is not in the folder.
   *
   * @param pin as `stateName` names it: blocks before others may be of other networks
   */
  blockAt(pin: string, number: number): Hex | undefined {
    const [hash] = this.valueOf(`block ${pin} ${number}`) ?? []
    return hash as Hex | undefined
  }

  /** The number of a block before a pinned one; undefined if it is not in the folder. */
  numberOf(pin: string, hash: Hex): number | undefined {
    for (const [, number, each] of this.lines('block', `${pin} `)) {
      if (each === hash) return Number(number)
    }
    return undefined
  }

  /** The number of the block with a transaction, before a pinned one; undefined if it is not in the folder. */
  blockOf(pin: string, transaction: Hex): number | undefined {
    this.#locations ??= this.#readLocations()
    return this.#locations.get(`${pin} ${transaction}`)
  }

  /** RLP of a header, which has to be checked; undefined if it is not in the folder. */
  header(number: number, hash: Hex): Uint8Array | undefined {
    const [header] = this.valueOf(`header ${number} ${hash}`) ?? []
    return header === undefined ? undefined : fromHex(header)
  }

  /** Adds a block before a pinned one. */
  addBlock(pin: string, number: number, hash: Hex, json: BlockJson): void {
    this.add(`block ${pin} ${number} ${hash}`)
    this.#addFile(hash, json)
  }

  addCode(name: string, code: Uint8Array): void {
    if (!this.#folder.has('codes', name)) this.#codes.set(name, code)
  }

  addNode(reference: ByteText, node: Uint8Array): void {
    const isKept = this.node(reference) !== undefined && !this.#lostByOthers.has(hashIn(reference))
    if (!isKept) this.#nodes.set(reference, node)
  }

  /** @returns whether the line is new, and will be written */
  add(line: string): boolean {
    if (!this.isWritten || this.has(line)) return false
    this.#lines.add(line)
    this.#saveSoon()
    return true
  }

  /** A state has reads that are not lines yet. */
  addReads(state: StateWitness): void {
    this.#states.add(state)
    this.#saveSoon()
  }

  /** @throws {WitnessError} if the folder cannot be written */
  save(): void {
    for (const state of this.#states) if (state.collect()) this.#states.delete(state)
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#states.size === 0) unsaved.delete(this)
    const additions = [this.#lines, this.#nodes, this.#blocks, this.#codes]
    if (additions.every(({ size }) => size === 0)) return
    if (this.#content.lines.size > 0 && !this.#folder.exists) {
      throw new WitnessError(this.path, 'it was removed while a fork was using it: start again')
    }
    const began = performance.now()
    const files = { blocks: this.#blocks, codes: this.#codes }
    const lines = new Set([...this.#lines, ...[...this.#lost].map(lostLine)])
    this.#content = this.#folder.add({ lines, nodes: this.#nodes.values(), files })
    this.#lostByOthers = new Set(this.lostNodes.filter((hash) => !this.#lost.has(hash)))
    this.#locations = undefined
    for (const each of additions) each.clear()
    this.#savingTook = performance.now() - began
  }

  #addFile(hash: Hex, json: BlockJson): void {
    const name = `${hash}.json`
    if (!this.isWritten || this.#folder.has('blocks', name)) return
    this.#blocks.set(name, Buffer.from(`${JSON.stringify(json)}\n`))
    this.#saveSoon()
  }

  #saveSoon(): void {
    if (this.#timer !== undefined) return
    unsaved.add(this)
    const delay = Math.max(SAVE_AFTER_MS, SAVE_AFTER_FACTOR * this.#savingTook)
    this.#timer = setTimeout(() => {
      try {
        this.save()
      } catch (error) {
        const warning = messageOf(error)
        if (warning !== this.#warning) process.emitWarning(warning)
        this.#warning = warning
      }
    }, delay)
    this.#timer.unref()
  }

  #readLocations(): Map<string, number> {
    const locations = new Map<string, number>()
    for (const [pin, number, hash] of this.lines('block', '')) {
      const { block } = this.block(hash as Hex) ?? {}
      const transactions = (block?.transactions ?? []) as readonly { readonly hash: string }[]
      for (const { hash: each } of transactions) {
        locations.set(`${pin} ${each.toLowerCase()}`, Number(number))
      }
    }
    return locations
  }
}
