import { type BlockHeader, createBlockHeader, Block as ExecutionBlock } from '@ethereumjs/block'
import { runTx } from '@ethereumjs/vm'
import { fromHex, type Hex, toHex, toMinimalBytes } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp, encodeRlpList } from '../primitives/rlp.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import { encodeTyped } from './encodeTyped.ts'
import type { Engine } from './engine.ts'
import { payRewards } from './rewards.ts'
import type { SignedTransaction } from './signTransaction.ts'
import { Trie } from './state/trie.ts'

/** What whoever mines a block decides about it. */
export interface BlockChoices {
  /** 20 bytes: who is paid */
  readonly miner: Uint8Array
  /** in seconds since 1970, above the parent's */
  readonly timestamp: number
  /** at most 32 bytes */
  readonly extraData: Uint8Array
  /** 32 bytes */
  readonly mixHash: Uint8Array
  /** 8 bytes */
  readonly nonce: Uint8Array
  /** blocks to be included as uncles, at most two; that the rules allow them is for the caller to see to */
  readonly uncles: readonly BuiltBlock[]
}

/** What became of a transaction. */
export interface Outcome {
  readonly succeeded: boolean
  /** in gas */
  readonly gasUsed: bigint
  /** 20 bytes, where the transaction created a contract */
  readonly createdAddress: Uint8Array | undefined
}

/**
 * Builds one block on top of its parent: the one place where the EVM runs. Transactions are run as they are
 * added; `seal` pays the rewards and computes everything that the header says.
 *
 * The engine's state belongs to the builder from `start` to `seal`.
 */
export class BlockBuilder {
  readonly #engine: Engine
  readonly #parent: BuiltBlock
  readonly #choices: BlockChoices
  /** the header as far as it is known before the transactions: what the EVM sees */
  readonly #candidate: ExecutionBlock
  readonly #transactions: SignedTransaction[] = []
  readonly #receipts: Uint8Array[] = []
  readonly #bloom = new Uint8Array(256)
  #gasUsed = 0n

  private constructor(engine: Engine, parent: BuiltBlock, choices: BlockChoices) {
    this.#engine = engine
    this.#parent = parent
    this.#choices = choices
    this.#candidate = new ExecutionBlock(
      candidateHeader(engine, parent, choices),
      [],
      [],
      undefined,
      {
        common: engine.common,
        freeze: false,
      },
    )
  }

  static start(engine: Engine, parent: BuiltBlock, choices: BlockChoices): BlockBuilder {
    engine.state.reset(parent.state)
    return new BlockBuilder(engine, parent, choices)
  }

  /** in wei per gas */
  get baseFeePerGas(): bigint {
    return this.#candidate.header.baseFeePerGas ?? 0n
  }

  /** in gas: what the block still has room for */
  get gasLeft(): bigint {
    return this.#candidate.header.gasLimit - this.#gasUsed
  }

  /** Nonce and balance of an account at this point of the block. */
  senderState(address: Uint8Array): { nonce: bigint; balance: bigint } {
    return this.#engine.state.account(address) ?? { nonce: 0n, balance: 0n }
  }

  /**
   * Runs a transaction and puts it into the block.
   *
   * @throws where the protocol does not allow the transaction here (nonce, balance, gas, fees)
   */
  async add(transaction: SignedTransaction): Promise<Outcome> {
    const result = await runTx(this.#engine.vm, {
      tx: transaction.executable,
      block: this.#candidate,
      blockGasUsed: this.#gasUsed,
      skipHardForkValidation: true,
    })
    this.#gasUsed += result.totalGasSpent
    this.#transactions.push(transaction)
    const succeeded = result.execResult.exceptionError === undefined
    const { bitvector, logs } = result.receipt
    this.#receipts.push(
      encodeTyped(transaction.type, [
        succeeded ? Uint8Array.of(1) : new Uint8Array(0),
        toMinimalBytes(this.#gasUsed),
        bitvector,
        logs,
      ]),
    )
    if (logs.length > 0) addBloom(this.#bloom, bitvector)
    return {
      succeeded,
      gasUsed: result.totalGasSpent,
      createdAddress: result.createdAddress?.bytes,
    }
  }

  /** Completes the block. The builder is of no use after that. */
  async seal(progress: Progress): Promise<BuiltBlock> {
    const { uncles, miner } = this.#choices
    const { header: candidate } = this.#candidate
    await payRewards(
      this.#engine.state,
      this.#engine.common.param('minerReward'),
      miner,
      uncles.map(({ header }) => ({
        miner: header.coinbase.bytes,
        depth: Number(candidate.number - header.number),
      })),
    )
    const state = this.#engine.state.toTrie()
    const header = createBlockHeader(
      {
        ...candidate,
        stateRoot: state.root(),
        transactionsTrie: listRoot(this.#transactions.map(({ encoded }) => encoded)),
        receiptTrie: listRoot(this.#receipts),
        logsBloom: this.#bloom,
        gasUsed: this.#gasUsed,
      },
      { common: this.#engine.common, freeze: false },
    )
    const headerRlp = encodeRlp(header.raw())
    return {
      sealed: {
        number: Number(header.number),
        hash: toHex(keccak256(headerRlp)),
        parentHash: this.#parent.sealed.hash,
        totalDifficulty: this.#parent.sealed.totalDifficulty + header.difficulty,
        rlp: encodeRlpList([
          headerRlp,
          encodeRlpList(this.#transactions.map(({ encoded }) => toListItem(encoded))),
          encodeUncles(uncles),
        ]),
        receiptsRlp: encodeRlpList(this.#receipts.map(toListItem)),
        senders: new Uint8Array(
          Buffer.concat(this.#transactions.map(({ sender }) => sender.address)),
        ),
      },
      header,
      state,
      progress,
      transactionHashes: this.#transactions.map(({ encoded }): Hex => toHex(keccak256(encoded))),
    }
  }
}

/** Everything in a header that is settled before the first transaction runs. */
function candidateHeader(engine: Engine, parent: BuiltBlock, choices: BlockChoices): BlockHeader {
  const { miner, timestamp, extraData, mixHash, nonce, uncles } = choices
  const { header: parentHeader } = parent
  return createBlockHeader(
    {
      parentHash: fromHex(parent.sealed.hash),
      uncleHash: keccak256(encodeUncles(uncles)),
      coinbase: miner,
      number: parentHeader.number + 1n,
      gasLimit: parentHeader.gasLimit,
      timestamp: BigInt(timestamp),
      extraData,
      mixHash,
      nonce,
      baseFeePerGas: parentHeader.calcNextBaseFee(),
    },
    { common: engine.common, freeze: false, calcDifficultyFromHeader: parentHeader },
  )
}

function addBloom(bloom: Uint8Array, added: Uint8Array): void {
  for (let at = 0; at < bloom.length; at++)
    bloom[at] = (bloom[at] as number) | (added[at] as number)
}

/** The root of the trie that holds a list, its keys the RLP of the indexes (Yellow Paper 4.3.2). */
function listRoot(items: readonly Uint8Array[]): Uint8Array {
  let trie = Trie.empty((item: Uint8Array) => item)
  for (const [index, item] of items.entries()) {
    trie = trie.set(encodeRlp(toMinimalBytes(index)), item)
  }
  return trie.root()
}

/** The RLP list of their headers. */
function encodeUncles(uncles: readonly BuiltBlock[]): Uint8Array {
  return encodeRlpList(uncles.map(({ header }) => encodeRlp(header.raw())))
}

/**
 * A transaction or receipt as it stands in an RLP list: a legacy one is a list already, a typed one is put in as a
 * byte string (EIP-2718).
 */
function toListItem(encoded: Uint8Array): Uint8Array {
  const isLegacy = (encoded[0] as number) >= 0xc0
  return isLegacy ? encoded : encodeRlp(encoded)
}
