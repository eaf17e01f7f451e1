import { CallError } from '../../../chain/calls/callError.ts'
import { codeOf } from '../../../primitives/errors.ts'
import { SpoolWriter } from '../../../primitives/spoolFile.ts'

/** How large the answer to a request may be. */
export interface AnswerLimit {
  /** in bytes of JSON, in memory */
  readonly bytesMax: number
  /** where an answer goes that is larger; undefined if there must be none */
  readonly spool?: SpoolFile | undefined
}

/** A file for one answer. It does not exist yet. */
export interface SpoolFile {
  readonly path: string
  /** how large the answer may be, in bytes of JSON */
  readonly bytesMax: number
}

/** JSON that is in a file, except for a few parts. A plain value. */
export interface SpooledJson {
  /** of the whole, in bytes */
  readonly byteLength: number
  /** in order: bytes, or how many bytes come next from the file */
  readonly pieces: readonly (Uint8Array | number)[]
}

/** geth's code for a response that is larger than the server sends */
export const ANSWER_TOO_LARGE = -32003

/** In bytes: how much is collected until it is written to the file. */
const WRITTEN_BYTES = 1024 * 1024

/** A place for a text that is written later. It stays in memory. */
interface Later {
  text: string
}

/** JSON that is written in parts, up to a size. */
export class LimitedJson {
  readonly #limit: AnswerLimit
  readonly #bytesMax: number
  /** a number stands for as many bytes in the file */
  readonly #parts: (string | number | Later)[] = []
  #bytes = 0
  #file: SpoolWriter | undefined
  /** which of the parts have not been written to the file, and their size in bytes */
  #firstUnwritten = 0
  #unwritten = 0

  constructor(limit: AnswerLimit) {
    this.#limit = limit
    this.#bytesMax = limit.spool?.bytesMax ?? limit.bytesMax
  }

  /** @throws {CallError} if it becomes too large */
  add(part: string): void {
    const bytes = Buffer.byteLength(part)
    this.requireSpace(bytes)
    this.#bytes += bytes
    this.#unwritten += bytes
    this.#parts.push(part)
    const unwrittenMax = this.#file === undefined ? this.#limit.bytesMax : WRITTEN_BYTES
    if (this.#unwritten > unwrittenMax) this.#write()
  }

  /**
   * Checks that a part of some size may be added.
   *
   * @throws {CallError}
   */
  requireSpace(bytes: number): void {
    if (this.#bytes + bytes <= this.#bytesMax) return
    const problem = `response too large: at most ${this.#bytesMax} bytes`
    throw new CallError(ANSWER_TOO_LARGE, problem)
  }

  /**
   * Reserves a place for a part that is written later.
   *
   * @returns puts the part there; throws a {CallError} if it becomes too large
   */
  reserve(): (part: string) => void {
    const later: Later = { text: '' }
    this.#parts.push(later)
    return (part) => {
      const bytes = Buffer.byteLength(part)
      this.requireSpace(bytes)
      this.#bytes += bytes
      later.text = part
    }
  }

  /** All parts, unless there is a file, in a buffer of their own, which can be sent to another thread without a copy. */
  bytes(): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(this.#bytes)
    let at = 0
    for (const part of this.#parts) {
      if (typeof part !== 'number') at += bytes.write(textOf(part), at)
    }
    return bytes
  }

  /** All parts: as `bytes` returns them, or with those that are in the file. */
  result(): Uint8Array | SpooledJson {
    if (this.#file === undefined) return this.bytes()
    this.#write()
    const pieces = this.#parts.map((part) => (typeof part === 'number' ? part : toBytes(part)))
    return { byteLength: this.#bytes, pieces }
  }

  /** Closes the file, if there is one. */
  close(): void {
    this.#file?.close()
    this.#file = undefined
  }

  /** Replaces the texts since the last time by their place in the file. */
  #write(): void {
    const { spool } = this.#limit
    if (spool === undefined) return
    try {
      this.#file ??= new SpoolWriter(spool.path)
      this.#writeTo(this.#file)
    } catch (error) {
      const problem = `response too large: it cannot be written to a file (${codeOf(error)})`
      throw new CallError(ANSWER_TOO_LARGE, problem)
    }
  }

  #writeTo(file: SpoolWriter): void {
    let run: string[] = []
    for (const part of [...this.#parts.splice(this.#firstUnwritten), undefined]) {
      if (typeof part === 'string') {
        run.push(part)
        continue
      }
      if (run.length > 0) this.#parts.push(file.write(run.join('')))
      if (part !== undefined) this.#parts.push(part)
      run = []
    }
    this.#firstUnwritten = this.#parts.length
    this.#unwritten = 0
  }
}

function textOf(part: string | Later): string {
  return typeof part === 'string' ? part : part.text
}

function toBytes(part: string | Later): Uint8Array {
  return Buffer.from(textOf(part))
}
