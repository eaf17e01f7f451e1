import { createBlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp } from '../primitives/rlp.ts'
import { GENESIS_BALANCE, type Signer } from './accounts.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { type ForkSchedule, presets } from './presets.ts'
import type { ResolvedSpec } from './spec.ts'
import { EMPTY_CODE_HASH, EMPTY_STATE, EMPTY_STORAGE } from './state/account.ts'

/** The first block: no transactions, and the accounts with their balances as its state. */
export function createGenesis(
  spec: ResolvedSpec,
  signers: readonly Signer[],
  common: Common,
): BuiltBlock {
  const schedule: ForkSchedule = presets[spec.preset]
  let state = EMPTY_STATE
  for (const { address } of signers) {
    state = state.set(keccak256(address), {
      nonce: 0n,
      balance: GENESIS_BALANCE,
      codeHash: EMPTY_CODE_HASH,
      storage: EMPTY_STORAGE,
    })
  }
  const header = createBlockHeader(
    {
      number: 0n,
      stateRoot: state.root(),
      gasLimit: BigInt(spec.gasLimit),
      difficulty: schedule.genesisDifficulty,
      timestamp: BigInt(schedule.genesisTimestamp),
      extraData: new Uint8Array(Buffer.from('ommer', 'utf8')),
      baseFeePerGas: schedule.genesisBaseFeePerGas,
    },
    { common, freeze: false },
  )
  return {
    sealed: {
      number: 0,
      hash: toHex(header.hash()),
      parentHash: toHex(header.parentHash),
      totalDifficulty: schedule.genesisDifficulty,
      rlp: encodeRlp([header.raw(), [], []]),
      receiptsRlp: encodeRlp([]),
      senders: new Uint8Array(0),
    },
    header,
    state,
    progress: { tokens: [], seenKinds: new Set() },
    transactionHashes: [],
  }
}
