import { type BlockHeader, createBlockHeader } from '@ethereumjs/block'
import { fromHex, toBigInt, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type HeaderFieldName, headerItem } from '../encoding/header.ts'
import { isAtLeast } from '../protocol/forks.ts'
import type { BuiltBlock } from './builtBlock.ts'
import type { Engine } from './engine.ts'
import type { WithdrawalFields } from './withdrawals.ts'

/** The header fields that a miner, or after the merge the proposer and the beacon chain, decides. */
export interface HeaderChoices {
  /** 20 bytes: who receives the rewards and fees */
  readonly miner: Uint8Array
  /** in seconds since 1970, above the parent's */
  readonly timestamp: number
  /** in gas; default: the parent's limit, and twice that in the first block of London (EIP-1559) */
  readonly gasLimit?: bigint
  /** in wei per gas; from London on; default: follows from the parent (EIP-1559) */
  readonly baseFeePerGas?: bigint
  /** at most 32 bytes */
  readonly extraData: Uint8Array
  /** 32 bytes; after the merge the beacon chain's randomness (EIP-4399) */
  readonly mixHash: Uint8Array
  /** 8 bytes; zeros after the merge */
  readonly nonce: Uint8Array
  /** 32 bytes; from Cancun on (EIP-4788) */
  readonly parentBeaconBlockRoot: Uint8Array
  /** of the beacon chain; from Amsterdam on, default: one after the parent's (EIP-7843) */
  readonly slotNumber?: bigint
}

/** What is decided about a block before its transactions run. */
export interface BlockChoices extends HeaderChoices {
  /** headers of the uncles to include, at most two; the caller makes sure that the rules allow them */
  readonly uncles: readonly BlockHeader[]
  /** from Shanghai on (EIP-4895) */
  readonly withdrawals: readonly WithdrawalFields[]
}

/** Reads the choices that led to a header, so that its block can be built again. */
export function choicesOf(items: readonly Uint8Array[]): HeaderChoices {
  const item = (name: HeaderFieldName) => headerItem(items, name)
  return {
    miner: item('miner'),
    timestamp: toNumber(item('timestamp')),
    gasLimit: toBigInt(item('gasLimit')),
    extraData: item('extraData'),
    mixHash: item('mixHash'),
    nonce: item('nonce'),
    parentBeaconBlockRoot: item('parentBeaconBlockRoot'),
    slotNumber: toBigInt(item('slotNumber')),
  }
}

/** A header with every field that is known before the first transaction runs. */
export function candidateHeader(
  engine: Engine,
  { header: parent, sealed }: BuiltBlock,
  choices: BlockChoices,
  uncleList: Uint8Array,
): BlockHeader {
  const { miner, timestamp, extraData, mixHash, nonce } = choices
  const { fork, common } = engine
  const isLondonBlock = isAtLeast(fork, 'london') && parent.baseFeePerGas === undefined
  const isProofOfWork = !isAtLeast(fork, 'paris')
  return createBlockHeader(
    {
      parentHash: fromHex(sealed.hash),
      uncleHash: keccak256(uncleList),
      coinbase: miner,
      number: parent.number + 1n,
      gasLimit:
        choices.gasLimit ??
        // The old limit becomes the gas target.
        (isLondonBlock ? parent.gasLimit * common.param('elasticityMultiplier') : parent.gasLimit),
      timestamp: BigInt(timestamp),
      extraData,
      mixHash,
      nonce,
      ...(isAtLeast(fork, 'london') && {
        baseFeePerGas: isLondonBlock
          ? common.param('initialBaseFee')
          : (choices.baseFeePerGas ?? parent.calcNextBaseFee()),
      }),
      ...(isAtLeast(fork, 'cancun') && {
        excessBlobGas: parent.calcNextExcessBlobGas(common),
        parentBeaconBlockRoot: choices.parentBeaconBlockRoot,
      }),
      ...(isAtLeast(fork, 'amsterdam') && {
        slotNumber: choices.slotNumber ?? (parent.slotNumber ?? 0n) + 1n,
      }),
    },
    { common, freeze: false, ...(isProofOfWork && { calcDifficultyFromHeader: parent }) },
  )
}
