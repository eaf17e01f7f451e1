import type { Artifact } from './artifact.ts'

/** Finds what compilers have written of a contract by its code. */
export class ArtifactIndex {
  readonly artifacts: readonly Artifact[]
  readonly #byLength = new Map<number, Artifact[]>()
  /** by code, which the server keeps once for all contracts that have it */
  readonly #known = new WeakMap<Uint8Array, Artifact | false>()

  constructor(artifacts: readonly Artifact[]) {
    this.artifacts = artifacts
    for (const artifact of artifacts) {
      const length = artifact.runtime?.bytes.length
      if (length === undefined) continue
      const others = this.#byLength.get(length)
      if (others === undefined) this.#byLength.set(length, [artifact])
      else others.push(artifact)
    }
  }

  /** The one with the code of a contract. */
  ofRuntime(code: Uint8Array): Artifact | undefined {
    let found = this.#known.get(code)
    if (found === undefined) {
      const candidates = this.#byLength.get(code.length) ?? []
      found = candidates.find(({ runtime }) => runtime?.matches(code)) ?? false
      this.#known.set(code, found)
    }
    return found || undefined
  }

  /** The one whose code creates a contract, with the arguments of its constructor. */
  ofCreation(code: Uint8Array): Artifact | undefined {
    const candidates = this.artifacts.filter(({ creation }) => creation?.begins(code))
    const length = ({ creation }: Artifact): number => creation?.bytes.length ?? 0
    return candidates.sort((one, other) => length(other) - length(one))[0]
  }
}
