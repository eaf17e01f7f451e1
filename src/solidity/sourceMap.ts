import { instructionsOf } from './instructions.ts'

/** Where an instruction comes from. */
export interface SourcePlace {
  /** of its text: in bytes */
  readonly start: number
  /** the id of the file; -1 for code of the compiler */
  readonly file: number
  /** whether a jump goes into a function (`i`), returns from one (`o`), or neither */
  readonly jump: string
}

/** Where the instructions of a contract come from, as Solidity writes it: `start:length:file:jump:modifierDepth;…`. */
export class SourceMap {
  readonly #places: readonly SourcePlace[]
  /** the index of the instruction at each program counter; -1 within one */
  readonly #indexes: Int32Array

  /** @param code that it was written for */
  constructor(text: string, code: Uint8Array) {
    this.#places = decode(text)
    this.#indexes = instructionIndexes(code)
  }

  /** The instruction at a program counter; undefined if there is none. */
  at(pc: number): SourcePlace | undefined {
    return this.#places[this.#indexes[pc] ?? -1]
  }

  /** The instruction before the one at a program counter. */
  before(pc: number): SourcePlace | undefined {
    return this.#places[(this.#indexes[pc] ?? -1) - 1]
  }
}

/** A field that is empty or missing is that of the entry before. */
function decode(text: string): SourcePlace[] {
  let [start, file, jump] = [0, -1, '-']
  return text.split(';').map((entry) => {
    const fields = entry.split(':')
    if (fields[0]) start = Number(fields[0])
    if (fields[2]) file = Number(fields[2])
    if (fields[3]) jump = fields[3]
    return { start, file, jump }
  })
}

function instructionIndexes(code: Uint8Array): Int32Array {
  const indexes = new Int32Array(code.length).fill(-1)
  let index = 0
  for (const pc of instructionsOf(code)) indexes[pc] = index++
  return indexes
}
