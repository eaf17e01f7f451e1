import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { unalteredOf } from '../../chain/encoding/storedBlock.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import { EMPTY_STORAGE, type StateTrie } from '../../chain/state/account.ts'
import { fromByteText } from '../../chain/state/byteText.ts'
import type { CodeStore } from '../../chain/state/codeStore.ts'
import { trieKeyOf } from '../../chain/state/trieKeys.ts'
import {
  AnvilStateError,
  type ReadAccounts,
  readAnvilAccounts,
} from '../../endpoint/anvilState/readAnvilState.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { messageOf } from '../../primitives/errors.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { isGone, keepCode, withSlot } from '../alterAccount.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { data } from '../stateParameters.ts'

/** In bytes, once it is expanded: parsing a longer text would make other clients wait. */
const TEXT_BYTES_MAX = 32 * 1024 ** 2

/** Writing so many accounts or slots takes about 2 ms. */
const PAUSE_EVERY = 100

export interface LoadState {
  /**
   * Adds the accounts of a state that Anvil or ommer has dumped to those after the head, as Anvil does: what the state does
   * not name stays, and nonces do not fall. If the endpoint has the last block of the dump, the head goes there first. No
   * block is mined.
   *
   * @param state DATA: the result of `anvil_dumpState`
   * @throws {EndpointMoveError} INVALID_ARGUMENT if it is none, or too long; NOT_WRITABLE without `dev`
   */
  loadState(state: Hex): Promise<void>
}

export interface LoadStateSteps {
  /** Adds the accounts of a state that was dumped to those after the head. */
  readonly loadState: Hex
}

const state = data('state', 'The result of anvil_dumpState.')

export const loadState: MoveOf<LoadState, LoadStateSteps> = {
  name: 'loadState',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Adds the accounts of a state that anvil_dumpState has written to those after the head.',
  parameters: [state],
  async run(endpoint, [state]) {
    requireMiner(endpoint)
    const { accounts, lastHash } = await unpack(fromHex(state))
    const known = lastHash && endpoint.blockByHash(lastHash)
    // Without what was written by hand since: what was before the dump is in it.
    if (known !== undefined) endpoint.jumpTo(endpoint.chain.present(unalteredOf(known)))
    await endpoint.alterState({
      names: accounts.flatMap(({ address, storage }) => [
        address,
        ...(Object.keys(storage) as Hex[]),
      ]),
      apply: (state, codes) => withAccounts(state, accounts, codes),
    })
  },
  result: nothing,
  aliases: [
    { names: ['anvil_loadState', 'hardhat_loadState'], parameters: [state], result: alwaysTrue },
  ],
  steps: {
    loadState: {
      summary: 'Adds the accounts of a state that was dumped to those after the head.',
      schema: state.schema,
    },
  },
  toStep: ([state]) => ({ loadState: state }),
  journal: { findsBlock: () => true },
}

async function unpack(bytes: Uint8Array): Promise<ReadAccounts> {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    const text = isPacked ? await expand(bytes, { maxOutputLength: TEXT_BYTES_MAX }) : bytes
    return readAnvilAccounts(JSON.parse(Buffer.from(text).toString()))
  } catch (error) {
    const isTooLong = (error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    const problem = isTooLong
      ? `it expands to more than ${TEXT_BYTES_MAX} bytes: load it at the start, with --load-state`
      : error instanceof AnvilStateError
        ? error.message
        : `it is not the JSON of a state, compressed with gzip: ${messageOf(error)}`
    throw new EndpointMoveError('INVALID_ARGUMENT', `state: ${problem}`, { cause: error })
  }
}

const expand = promisify(gunzip)

async function withAccounts(
  before: StateTrie,
  accounts: readonly GenesisAccount[],
  codes: CodeStore,
): Promise<StateTrie> {
  const pause = yieldEvery(PAUSE_EVERY)
  let state = before
  for (const { address, nonce, balance, code, storage: slots } of accounts) {
    const key = fromByteText(trieKeyOf(address))
    const known = state.get(key, address)
    let storage = known?.storage ?? EMPTY_STORAGE
    for (const [slot, value] of Object.entries(slots) as [Hex, Hex][]) {
      storage = withSlot(storage, slot, BigInt(value))
      await pause()
    }
    const highest = known !== undefined && known.nonce > nonce ? known.nonce : nonce
    const account = { nonce: highest, balance, codeHash: keepCode(code, codes), storage }
    state = isGone(account) ? state.delete(key) : state.set(key, account)
    await pause()
  }
  return state
}
