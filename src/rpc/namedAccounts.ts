import { replayedBlock } from '../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlockLazily } from '../chain/encoding/decode.ts'
import { dumpState } from '../chain/genesis/dumpState.ts'
import type { Genesis, GenesisAccount } from '../chain/genesis/genesis.ts'
import { namesByHand } from '../chain/private/namesByHand.ts'
import type { StateTrie } from '../chain/state/account.ts'
import type { ByteText } from '../chain/state/byteText.ts'
import { Preimages } from '../chain/state/preimages.ts'
import { RecentValues } from '../chain/state/recentValues.ts'
import { trieKeyOf } from '../chain/state/trieKeys.ts'
import type { CanonicalChain } from '../endpoint/view.ts'
import { type Hex, toWord } from '../primitives/hex.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import { serverError } from './errors.ts'
import type { MethodContext } from './method.ts'
import { runCallAfter } from './runCall.ts'

/**
 * Names by their hashes: running blocks again takes longer than all the rest, and the next listing is often of nearly the
 * same state. Together they take about 8 MB.
 */
const recent = new RecentValues<ByteText, Hex>(20_000)

/**
 * All accounts of the state after a block, by their addresses. The tries have only hashes, so blocks run again, from this
 * one backward, until all addresses and slots are known.
 *
 * @param block of the canonical chain
 * @param chain as it was when `block` was found
 * @throws {RequestError} if some are in no block that the chain has
 * @throws {MissingStateError} if the chain does not have the state
 */
export async function namedAccounts(
  context: MethodContext,
  block: SealedBlock,
  chain: CanonicalChain,
  pause: Pause,
): Promise<readonly GenesisAccount[]> {
  const { states, genesis } = context.view.chain
  const state = await states.after(block, pause)
  const names = new Preimages()
  const unknown = await unknownIn(state, names, pause)
  const learn = (name: Hex): void => {
    const key = trieKeyOf(name)
    if (!unknown.delete(key)) return
    names.set(key, name)
    recent.get(key, () => name)
  }
  for (const name of namesOfGenesis(genesis)) learn(name)
  if (unknown.size > FEW) for (const name of ringSlots()) learn(name)
  for (let at = block; unknown.size > 0; ) {
    for (const name of [...namesByHand(at), ...namesIn(at)]) learn(name)
    if (unknown.size === 0) break
    const parent = chain(at.number - 1)
    if (parent === undefined) {
      throw serverError(
        `the addresses or slot numbers behind ${unknown.size} hashed keys of the state are not known: no block that the chain has names them`,
      )
    }
    const touched = await runCallAfter(context, parent, 'touchedNames', {
      block: replayedBlock(at),
    })
    for (const { address, slots } of touched) for (const name of [address, ...slots]) learn(name)
    at = parent
    await pause()
  }
  return dumpState(state, await states.codes(), names, pause)
}

/** The keys of a state whose names are not known; the others are added to `names`. */
async function unknownIn(state: StateTrie, names: Preimages, pause: Pause): Promise<Set<ByteText>> {
  const unknown = new Set<ByteText>()
  const look = (key: ByteText): void => {
    const name = recent.find(key)
    if (name === undefined) unknown.add(key)
    else names.set(key, name)
  }
  for (const [key, { storage }] of state.entries()) {
    look(key)
    for (const [slot] of storage.entries()) {
      look(slot)
      await pause()
    }
    await pause()
  }
  return unknown
}

/** To hash the slots of rings takes as long as to run so many blocks. */
const FEW = 16

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

/** The addresses that a block itself names: those of rewards and withdrawals. */
function namesIn(block: SealedBlock): Hex[] {
  const { header, uncles, withdrawals = [] } = decodeBlockLazily(block)
  const miners = [header, ...uncles.map((uncle) => uncle.header)].map(({ miner }) => miner)
  return [...miners, ...withdrawals.map(({ address }) => address)]
}
