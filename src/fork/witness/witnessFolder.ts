import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { encodeHeader } from '../../formats/json/seal/encodeHeader.ts'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import { withFolderLock } from './folderLock.ts'
import { NodeSegment } from './nodeSegment.ts'
import { lostLine, WitnessLines } from './witnessLines.ts'

const LINES_FILE = 'witness.txt'

/** A file of nodes, by its digest. */
const SEGMENT = /^[\da-f]{64}$/

/** How often the folder is read when another process writes it at the same time. */
const READS_MAX = 5

/** Files that are named by what they contain, and never change. Others in their folders are leftovers. */
const kindsOfFiles = ['blocks', 'codes'] as const

type KindOfFile = (typeof kindsOfFiles)[number]

const namesOfFiles: Readonly<Record<KindOfFile, RegExp>> = {
  blocks: /^0x[\da-f]{64}\.json$/,
  codes: /^[\da-f]{64}$/,
}

/** What is written while a folder becomes a witness. */
const OWN: ReadonlySet<string> = new Set([
  ...kindsOfFiles,
  'nodes',
  `${LINES_FILE}.new`,
  LINES_FILE,
])

/** What a folder has, apart from blocks and code, which are read when they are needed. */
export interface WitnessContent {
  readonly lines: WitnessLines
  /** more than one only after git has merged two versions of the folder */
  readonly segments: readonly NodeSegment[]
}

/** What is to be added to a folder. */
export interface WitnessAddition {
  readonly lines: Iterable<string>
  /** RLP of nodes of tries */
  readonly nodes: Iterable<Uint8Array>
  /** by name */
  readonly files: Readonly<Record<KindOfFile, ReadonlyMap<string, Uint8Array>>>
}

/** The folder of a witness. Whatever is added to it in whatever order, the same content gives the same bytes. */
export class WitnessFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /**
   * Reads the folder; of nodes the digests are checked.
   *
   * @returns undefined if there is none
   * @throws {WitnessError} if it cannot be read, or is damaged
   */
  read(): WitnessContent | undefined {
    this.#checkLayout()
    for (let count = 1; ; count++) {
      const path = join(this.path, LINES_FILE)
      const text = readIfExists(path)
      if (text === undefined) return undefined
      const lines = WitnessLines.read(text.toString(), path)
      const segments = this.#segments(lines, count < READS_MAX)
      if (segments !== undefined) return { lines, segments }
    }
  }

  /**
   * All of it.
   *
   * @returns undefined if there is no witness
   */
  readAll(): WitnessAddition | undefined {
    const content = this.read()
    if (content === undefined) return undefined
    const lines = [...content.lines].filter((line) => !line.startsWith('nodes '))
    const nodes = content.segments.flatMap((each) => [...each.nodes()])
    return { lines, nodes, files: { blocks: this.#files('blocks'), codes: this.#files('codes') } }
  }

  /** @returns undefined if it does not have the file */
  file(kind: KindOfFile, name: string): Buffer | undefined {
    return readIfExists(join(this.path, kind, name))
  }

  has(kind: KindOfFile, name: string): boolean {
    return existsSync(join(this.path, kind, name))
  }

  remove(kind: KindOfFile, name: string): void {
    rmSync(join(this.path, kind, name), { force: true })
  }

  /** Whether the folder is a witness. */
  get exists(): boolean {
    return existsSync(join(this.path, LINES_FILE))
  }

  /**
   * Adds to the folder, and writes only what changes. What one side has lost is not lost where the other one has read it, and
   * has not lost it. What both have lost stays lost, so that runs repeat.
   *
   * @returns what it has now
   * @throws {WitnessError} if it cannot be written, or contradicts what is added
   */
  add({ lines: added, nodes, files }: WitnessAddition): WitnessContent {
    try {
      this.requireOwn()
      mkdirSync(this.path, { recursive: true })
      return withFolderLock(this.path, () => {
        const { lines = new WitnessLines(), segments = [] } = this.read() ?? {}
        const before = lines.size === 0 ? '' : `${lines}`
        const addedNodes = NodeSegment.of(nodes)
        const sides = [sideOf(lines, segments), sideOf(added, [addedNodes])]
        for (const line of added) lines.add(line, this.path)
        for (const kind of kindsOfFiles) this.#addFiles(kind, files[kind])
        const segment = this.#unite(segments, addedNodes)
        forgetLost(lines, sides)
        const isNew = segment.count > 0 && segment !== segments[0]
        if (isNew) this.#write(`nodes/${segment.digest}`, segment.bytes)
        for (const [digest = ''] of [...lines.of('nodes')]) lines.delete(`nodes ${digest}`)
        if (segment.count > 0) lines.add(`nodes ${segment.digest}`, this.path)
        const text = `${lines}`
        if (text !== before) this.#write(LINES_FILE, text)
        this.#removeOthers(segment.digest)
        return { lines, segments: segment.count === 0 ? [] : [segment] }
      })
    } catch (cause) {
      if (cause instanceof WitnessError) throw cause
      throw new WitnessError(this.path, messageOf(cause), { cause })
    }
  }

  /**
   * Requires a folder that is a witness, or may become one.
   *
   * @throws {WitnessError}
   */
  requireOwn(): void {
    this.#checkLayout()
    if (this.exists || !existsSync(this.path)) return
    // Another process may make it a witness at the same time.
    const foreign = readdirSync(this.path).find((name) => !name.startsWith('.') && !OWN.has(name))
    if (foreign === undefined) return
    const problem = `it contains ${foreign}; a witness needs an empty folder, or one that is a witness`
    throw new WitnessError(this.path, problem)
  }

  /** What is written and removed must be in the folder itself. */
  #checkLayout(): void {
    if (statSync(this.path, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new WitnessError(this.path, 'it must be a folder')
    }
    for (const name of [...kindsOfFiles, 'nodes']) {
      const path = join(this.path, name)
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() !== false) continue
      throw new WitnessError(path, 'it must be a folder, and no link: delete it, or name another')
    }
    for (const name of [LINES_FILE, '.lock']) {
      const path = join(this.path, name)
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (found?.isFile() !== false) continue
      throw new WitnessError(path, 'it must be a file, and no link: delete it, or name another')
    }
  }

  /** @returns undefined if one is missing and may be missing: another process may have united them with others */
  #segments(lines: WitnessLines, mayMiss: boolean): NodeSegment[] | undefined {
    const segments: NodeSegment[] = []
    for (const [digest = ''] of lines.of('nodes')) {
      const path = join(this.path, 'nodes', digest)
      const bytes = readIfExists(path)
      if (bytes === undefined && mayMiss) return undefined
      if (bytes === undefined) throw new WitnessError(path, 'there is no such file')
      segments.push(segmentOf(bytes, digest, path))
    }
    return segments
  }

  #unite(segments: readonly NodeSegment[], added: NodeSegment): NodeSegment {
    const [first] = segments
    if (first !== undefined && segments.length === 1 && added.count === 0) return first
    return NodeSegment.of([...segments, added].flatMap((each) => [...each.nodes()]))
  }

  #addFiles(kind: KindOfFile, files: ReadonlyMap<string, Uint8Array>): void {
    for (const [name, bytes] of files) {
      // Of one block, other nodes write other JSON.
      const known = readIfExists(join(this.path, kind, name))
      if (known === undefined || Buffer.compare(bytes, known) < 0) {
        this.#write(`${kind}/${name}`, bytes)
      }
    }
  }

  /** Writes a file as a whole, or not at all. */
  #write(name: string, content: Uint8Array | string): void {
    const path = join(this.path, name)
    mkdirSync(join(path, '..'), { recursive: true })
    // What a killed process has left, or a link to another file.
    rmSync(`${path}.new`, { force: true })
    writeFileSync(`${path}.new`, content, { flag: 'wx' })
    renameSync(`${path}.new`, path)
  }

  /** Removes nodes that another file has now. */
  #removeOthers(digest: string): void {
    for (const name of this.#names('nodes')) {
      const isOther = name !== digest && SEGMENT.test(name)
      if (isOther) rmSync(join(this.path, 'nodes', name), { force: true })
    }
  }

  #files(kind: KindOfFile): ReadonlyMap<string, Uint8Array> {
    const files = new Map<string, Uint8Array>()
    for (const name of this.#names(kind)) {
      if (!namesOfFiles[kind].test(name)) continue
      const path = join(this.path, kind, name)
      const bytes = readIfExists(path) ?? new Uint8Array(0)
      if (!name.includes(hashOf(kind, bytes) ?? ' ')) {
        throw new WitnessError(
          path,
          'it is damaged: its content does not have the hash in its name',
        )
      }
      files.set(name, bytes)
    }
    return files
  }

  #names(kind: string): readonly string[] {
    try {
      return readdirSync(join(this.path, kind))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    }
  }
}

function segmentOf(bytes: Buffer, digest: string, path: string): NodeSegment {
  try {
    const segment = new NodeSegment(bytes)
    if (segment.digest === digest) return segment
    throw new RangeError('the file does not have the digest that is its name')
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new WitnessError(path, `it is damaged: ${cause.message}`, { cause })
  }
}

/** The hash of code, or of the header of a block: in hex; undefined if it is no block. */
function hashOf(kind: KindOfFile, bytes: Uint8Array): string | undefined {
  try {
    const content =
      kind === 'codes' ? bytes : encodeHeader('', JSON.parse(Buffer.from(bytes).toString())?.block)
    return Buffer.from(keccak256(content)).toString('hex')
  } catch {
    return undefined
  }
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new WitnessError(path, messageOf(cause), { cause })
  }
}

/** What is in the folder, or is added to it. */
interface Side {
  /** the lines of nodes that were lost */
  readonly lost: ReadonlySet<string>
  readonly segments: readonly NodeSegment[]
}

function sideOf(lines: Iterable<string>, segments: readonly NodeSegment[]): Side {
  const lost = new Set([...lines].filter((line) => line.startsWith('lost ')))
  return { lost, segments }
}

function forgetLost(lines: WitnessLines, sides: readonly Side[]): void {
  for (const [hash] of [...lines.of('lost')] as [Hex][]) {
    const line = lostLine(hash)
    const bytes = Buffer.from(hash.slice(2), 'hex')
    const isRead = ({ lost, segments }: Side) =>
      !lost.has(line) && segments.some((each) => each.get(bytes) !== undefined)
    if (sides.some(isRead)) lines.delete(line)
  }
}
