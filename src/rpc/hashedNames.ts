import { replayedBlock } from '../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { namesIn } from '../chain/encoding/namesIn.ts'
import type { Genesis } from '../chain/genesis/genesis.ts'
import { namesByHand } from '../chain/private/namesByHand.ts'
import type { ByteText } from '../chain/state/byteText.ts'
import { Preimages } from '../chain/state/preimages.ts'
import { RecentValues } from '../chain/state/recentValues.ts'
import { trieKeyOf } from '../chain/state/trieKeys.ts'
import { type Hex, toWord } from '../primitives/hex.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { MethodContext } from './method.ts'
import { runCallAfter } from './runCall.ts'

/**
 * Names by their hashes: running blocks again takes longer than all the rest, and the next listing is often of nearly the
 * same state. Together they take about 8 MB.
 */
const recent = new RecentValues<ByteText, Hex>(20_000)

/** To hash the slots of rings takes as long as to run so many blocks. */
const FEW = 16

/** The addresses and slots behind hashed keys of a state. The tries have only hashes, so blocks run again. */
export class HashedNames {
  /** those that are found */
  readonly names = new Preimages()
  readonly #unknown = new Set<ByteText>()

  /** How many are not found. */
  get unknown(): number {
    return this.#unknown.size
  }

  /** Asks for the name of a key. */
  want(key: ByteText): void {
    const name = recent.find(key)
    if (name === undefined) this.#unknown.add(key)
    else this.names.set(key, name)
  }

  /**
   * Looks for what is wanted in the blocks that led to a state, until all is found or there are no more blocks. No limit of
   * time: what is found must not depend on how fast the machine is.
   *
   * @param block after which the state is
   * @throws {MissingStateError} if the chain does not have the state before a block
   */
  async find(
    context: MethodContext,
    block: SealedBlock,
    parentOf: (block: SealedBlock) => SealedBlock | undefined,
    pause: Pause,
  ): Promise<void> {
    for (const name of namesOfGenesis(context.view.chain.genesis)) this.#learn(name)
    if (this.#unknown.size > FEW) for (const name of ringSlots()) this.#learn(name)
    let at: SealedBlock | undefined = block
    while (at !== undefined && this.#unknown.size > 0) {
      for (const name of [...namesByHand(at), ...namesIn(at)]) this.#learn(name)
      const parent = parentOf(at)
      if (parent === undefined || this.#unknown.size === 0) return
      const input = { block: replayedBlock(at) }
      const { names } = await runCallAfter(context, parent, 'touched', input)
      for (const { address, slots } of names) {
        // Also those that nobody wants: the next page of the same contract may.
        for (const name of [address, ...slots]) recent.get(this.#learn(name), () => name)
      }
      at = parent
      await pause()
    }
  }

  /** @returns the key of the name */
  #learn(name: Hex): ByteText {
    const key = trieKeyOf(name)
    if (this.#unknown.delete(key)) {
      this.names.set(key, name)
      recent.get(key, () => name)
    }
    return key
  }
}

/**
 * The slots of the system contracts to which every block writes: roots of beacon blocks at the time and above all times
 * (EIP-4788), hashes at the number (EIP-2935), each modulo 8191.
 */
function* ringSlots(): Generator<Hex> {
  for (let slot = 0; slot < 2 * 8191; slot++) yield toWord(slot)
}

function* namesOfGenesis({ accounts }: Genesis): Generator<Hex> {
  for (const { address, storage } of accounts) {
    yield address
    yield* Object.keys(storage) as Hex[]
  }
}
