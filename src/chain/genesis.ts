import { createBlockHeader } from '@ethereumjs/block'
import { fromHex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp } from '../primitives/rlp.ts'
import { GENESIS_BALANCE, type Signer } from './accounts.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { systemContracts } from './contracts/system.ts'
import { NO_CONTRACTS } from './deployedContracts.ts'
import type { Engine } from './engine.ts'
import { isAtLeast } from './forks.ts'
import type { ResolvedSpec } from './spec.ts'
import { EMPTY_CODE_HASH, EMPTY_STATE, EMPTY_STORAGE } from './state/account.ts'

/** 128 times the least that is allowed: steps of 1/2048 show, and never hit the floor. */
const GENESIS_DIFFICULTY = 16_777_216n

/**
 * What the fee for blobs starts from where blobs are known from genesis on: e^18 wei per blob gas, about a sixteenth
 * of the base fee, below which it hardly moves from Osaka on (EIP-7918).
 */
const GENESIS_BLOB_FEE_LOGARITHM = 18n

/** The first block: no transactions, and the accounts with their balances as its state. */
export function createGenesis(
  spec: ResolvedSpec,
  signers: readonly Signer[],
  { fork, common }: Pick<Engine, 'fork' | 'common'>,
  genesisTimestamp: number,
): BuiltBlock {
  let state = EMPTY_STATE
  for (const { address } of signers) {
    state = state.set(keccak256(address), {
      nonce: 0n,
      balance: GENESIS_BALANCE,
      codeHash: EMPTY_CODE_HASH,
      storage: EMPTY_STORAGE,
    })
  }
  for (const { address, code } of systemContracts) {
    state = state.set(keccak256(fromHex(address)), {
      nonce: 1n,
      balance: 0n,
      codeHash: keccak256(fromHex(code)),
      storage: EMPTY_STORAGE,
    })
  }
  const header = createBlockHeader(
    {
      number: 0n,
      stateRoot: state.root(),
      gasLimit: BigInt(spec.gasLimit),
      difficulty: isAtLeast(fork, 'paris') ? 0n : GENESIS_DIFFICULTY,
      timestamp: BigInt(genesisTimestamp),
      extraData: new Uint8Array(Buffer.from('ommer', 'utf8')),
      ...(isAtLeast(fork, 'london') && { baseFeePerGas: common.param('initialBaseFee') }),
      ...(isAtLeast(fork, 'cancun') && {
        excessBlobGas: GENESIS_BLOB_FEE_LOGARITHM * common.param('blobGasPriceUpdateFraction'),
      }),
    },
    { common, freeze: false },
  )
  return {
    sealed: {
      number: 0,
      hash: toHex(header.hash()),
      parentHash: toHex(header.parentHash),
      totalDifficulty: header.difficulty,
      rlp: encodeRlp([header.raw(), [], [], ...(isAtLeast(fork, 'shanghai') ? [[]] : [])]),
      receiptsRlp: encodeRlp([]),
      senders: new Uint8Array(0),
      blobGasPrice: isAtLeast(fork, 'cancun') ? header.getBlobGasPrice() : 0n,
    },
    header,
    state,
    progress: { contracts: NO_CONTRACTS, seenKinds: new Set(), withdrawals: 0 },
    transactionHashes: [],
  }
}
