import type { Chain } from '../../../../src/chain/chain.ts'
import { decodeBlock } from '../../../../src/chain/encoding/decode.ts'
import { forkAt } from '../../../../src/chain/protocol/forks.ts'
import { EMPTY_CODE_HASH } from '../../../../src/chain/state/account.ts'
import { accountAt } from '../../../../src/chain/state/stateReads.ts'
import { decodeSentTransaction } from '../../../../src/pool/decodeSent.ts'
import { PoolError } from '../../../../src/pool/poolError.ts'
import type { SentTransaction } from '../../../../src/pool/sentTransaction.ts'
import { type PoolState, TransactionPool } from '../../../../src/pool/transactionPool.ts'
import { type SendingRules, validateSentTransaction } from '../../../../src/pool/validateSent.ts'
import { verifySidecar } from '../../../../src/pool/verifySidecar.ts'
import { type Hex, toHex } from '../../../../src/primitives/hex.ts'

/** What a node answers: a hash, or an error. */
export type Outcome = { readonly hash: string } | { readonly message: string }

/** The pool of ommer, on the state after the head of a chain. */
export class OmmerPool {
  readonly rules: SendingRules
  readonly pool: TransactionPool<SentTransaction>

  readonly #state: PoolState
  /** by what was sent last */
  #undo = (): void => {}

  private constructor(rules: SendingRules, state: PoolState) {
    this.rules = rules
    this.#state = state
    this.pool = new TransactionPool({ countMax: 1e5, bytesMax: 1e9 }, state)
  }

  static async create(chain: Chain, allowsUnprotected: boolean): Promise<OmmerPool> {
    const { head } = chain.tree
    const { header } = decodeBlock(head)
    const state = await chain.states.after(head)
    const { forks } = chain.rules
    const rules: SendingRules = {
      chainId: chain.chainId,
      hasReplayProtection: forks.some(({ name }) => name === 'spuriousDragon'),
      fork: forkAt(forks, header.number, header.timestamp),
      gasLimit: header.gasLimit,
      feeCapEther: 1,
      tipMin: 1n,
      feeMin: 0n,
      limitsGas: true,
      replacesByFeeCap: false,
      allowsUnprotected,
    }
    const emptyCode = toHex(EMPTY_CODE_HASH)
    return new OmmerPool(rules, {
      baseFee: header.baseFeePerGas ?? 0n,
      blobBaseFee: head.blobGasPrice,
      gasLimit: header.gasLimit,
      accountOf: (address) => {
        const { nonce = 0n, balance = 0n, codeHash } = accountAt(state, address) ?? {}
        const hasCode = codeHash !== undefined && toHex(codeHash) !== emptyCode
        return { nonce, balance, hasCode }
      },
    })
  }

  /** In wei. */
  balanceOf(address: Hex): bigint {
    return this.#state.accountOf(address).balance
  }

  /** Takes a transaction as geth does that does not look at the proofs of its blobs. */
  take(bytes: Uint8Array): void {
    this.pool.add(validateSentTransaction(decodeSentTransaction(bytes), this.rules))
  }

  /** Undoes what was sent last, because geth has refused it. */
  undo(): void {
    this.#undo()
  }

  /** Does what `eth_sendRawTransaction` does. */
  send(bytes: Uint8Array): Outcome {
    try {
      const decoded = decodeSentTransaction(bytes)
      const sent = validateSentTransaction(decoded, this.rules)
      if (decoded.sidecar !== undefined) for (const _ of verifySidecar(decoded.sidecar));
      this.#undo = this.pool.add(sent).undo
      return { hash: sent.hash }
    } catch (error) {
      if (!(error instanceof PoolError)) throw error
      return { message: error.message }
    }
  }
}
