import { paramsBlock } from '@ethereumjs/block'
import { Common } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import type { KZG } from '@ethereumjs/util'
import { paramsVM } from '@ethereumjs/vm'
import { keccak256 } from '../../primitives/keccak.ts'
import { recoverPublicKey } from '../../primitives/secp256k1.ts'
import type { ForkName } from './forks.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules } from './rules.ts'
import { verifyKzgProof } from './verifyKzgProof.ts'

/**
 * The rules of one fork, which all @ethereumjs objects share.
 *
 * The stock class is copied and its parameter tables merged again for every transaction and header, which takes over a
 * third of the time to build a block. This class merges the tables once and never changes afterwards, so that nobody
 * needs a copy.
 */
class FixedCommon extends Common {
  #fixed = false
  readonly #active: Map<number, boolean>

  /** @param hidden EIPs that count as inactive */
  constructor(options: ConstructorParameters<typeof Common>[0], hidden: readonly number[]) {
    super(options)
    this.#active = new Map(hidden.map((eip) => [eip, false]))
  }

  /** @param codeSizeLimit of contracts, in bytes; undefined for that of the fork */
  fix(codeSizeLimit: number | undefined): this {
    for (const params of [paramsEVM, paramsBlock, paramsTx, paramsVM]) this.updateParams(params)
    if (codeSizeLimit !== undefined) {
      const limits = { maxCodeSize: codeSizeLimit, maxInitCodeSize: 2 * codeSizeLimit }
      Object.assign(this._paramsCache, limits)
    }
    this.#fixed = true
    return this
  }

  override updateParams(params: Parameters<Common['updateParams']>[0]): void {
    if (!this.#fixed) super.updateParams(params)
  }

  /** The EVM calls this at nearly every step, and the stock class searches a list each time. */
  override isActivatedEIP(eip: number): boolean {
    if (!this.#fixed) return super.isActivatedEIP(eip)
    let active = this.#active.get(eip)
    if (active === undefined) {
      active = super.isActivatedEIP(eip)
      this.#active.set(eip, active)
    }
    return active
  }

  override copy(): Common {
    return this.#fixed ? this : super.copy()
  }
}

/**
 * What our EVM does itself: transfer logs, prices, gas in two dimensions and SELFDESTRUCT of Amsterdam, and its access
 * lists (EIP-2780, 7708, 7778, 7928, 8037, 8246). @ethereumjs differs from geth in all of them.
 */
const OWN_EIPS = [2780, 7708, 7778, 7928, 8037, 8246]

/** The rules of a chain under one of its forks, for the EVM. */
export function createEvmCommon(rules: Rules, fork: ForkName): Common {
  return create(rules, fork, OWN_EIPS)
}

/** The rules of a chain under one of its forks, for @ethereumjs. */
export function createCommon(rules: Rules, fork: ForkName): Common {
  return create(rules, fork, [])
}

function create(
  { chainId, forks, depositContract, codeSizeLimit }: Rules,
  fork: ForkName,
  hidden: readonly number[],
): Common {
  const options = {
    chain: {
      name: 'ommer',
      chainId,
      genesis: {
        gasLimit: 0,
        difficulty: 0,
        nonce: '0x0000000000000000',
        extraData: '0x',
      } as const,
      hardforks: forks.map(({ name, at }) =>
        'block' in at ? { name, block: at.block } : { name, block: null, timestamp: at.timestamp },
      ),
      consensus: { type: 'pow', algorithm: 'ethash', ethash: {} } as const,
      bootstrapNodes: [],
      depositContractAddress: depositContract ?? MAINNET_DEPOSIT_CONTRACT,
    },
    hardfork: fork,
    customCrypto: { keccak256, ecrecover, kzg },
  }
  return new FixedCommon(options, hidden).fix(codeSizeLimit)
}

/** As @ethereumjs calls it: `v` is a parity, 27 or 28, or contains a chain id (EIP-155). */
function ecrecover(
  digest: Uint8Array,
  v: bigint,
  r: Uint8Array,
  s: Uint8Array,
  chainId?: bigint,
): Uint8Array {
  const offset = v < 2n ? 0n : chainId === undefined ? 27n : 35n + 2n * chainId
  return recoverPublicKey(digest, { r, s, yParity: Number(v - offset) })
}

/**
 * @ethereumjs constructs no blob transaction without an implementation of KZG. Contracts can have a proof verified, but the
 * rest is called only for blobs, and transactions in blocks carry hashes instead of them (EIP-4844).
 */
const kzg: KZG = {
  blobToKzgCommitment: unreachable,
  computeBlobProof: unreachable,
  verifyProof: verifyKzgProof,
  verifyBlobProofBatch: unreachable,
  computeCells: unreachable,
  computeCellsAndProofs: unreachable,
  recoverCellsAndProofs: unreachable,
  verifyCellKzgProofBatch: unreachable,
}

function unreachable(): never {
  throw new Error('blocks contain no blobs')
}
