import type { SealedBlock } from '../encoding/block.ts'
import type { CodeStore } from '../state/codeStore.ts'

interface Held {
  readonly names: readonly string[]
  uses: number
}

/** The code that candidates for blocks give to accounts, for as long as the candidates are needed. */
export class CandidateCodes {
  readonly #codes: () => CodeStore | undefined
  readonly #held = new Map<SealedBlock, Held>()

  constructor(codes: () => CodeStore | undefined) {
    this.#codes = codes
  }

  /** The names of all of it. */
  get names(): readonly string[] {
    return [...this.#held.values()].flatMap(({ names }) => names)
  }

  add(candidate: SealedBlock, names: readonly string[]): void {
    if (names.length === 0) return
    this.#held.set(candidate, { names, uses: 1 })
    this.#codes()?.retain?.(names)
  }

  /** @returns whether it has code of this candidate */
  retain(candidate: SealedBlock): boolean {
    const held = this.#held.get(candidate)
    if (held === undefined) return false
    held.uses++
    return true
  }

  release(candidate: SealedBlock): void {
    const held = this.#held.get(candidate)
    if (held === undefined || --held.uses > 0) return
    this.#held.delete(candidate)
    this.#codes()?.release?.(held.names)
  }
}
