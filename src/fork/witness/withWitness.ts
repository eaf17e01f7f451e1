import type { ByteText } from '../../chain/state/byteText.ts'
import type { CodeStore, StoredCode } from '../../chain/state/codeStore.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import type { Witness } from './witness.ts'

/** The nodes that were read, and those of a witness. */
export class NodesWithWitness
  extends Map<ByteText, Uint8Array>
  implements Pick<KnownNodes['nodes'], 'get' | 'has' | 'set'>
{
  readonly #witness: Witness

  constructor(witness: Witness) {
    super()
    this.#witness = witness
  }

  override get(reference: ByteText): Uint8Array | undefined {
    return super.get(reference) ?? this.#witness.node(reference)
  }

  override has(reference: ByteText): boolean {
    return this.get(reference) !== undefined
  }
}

/** The code that was read, and that of a witness. */
export class CodesWithWitness extends Map<string, StoredCode> implements CodeStore {
  readonly #witness: Witness

  constructor(witness: Witness) {
    super()
    this.#witness = witness
  }

  override get(name: string): StoredCode | undefined {
    const known = super.get(name)
    if (known !== undefined) return known
    const kept = this.#witness.code(name)
    if (kept !== undefined) this.set(name, kept)
    return kept
  }
}
