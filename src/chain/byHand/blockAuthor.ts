import { RLP } from '@ethereumjs/rlp'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { publicKeyOf } from '../../primitives/secp256k1.ts'
import type { Log } from '../block.ts'
import { BlockBuilder, type BlockChoices, type Outcome } from '../blockBuilder.ts'
import type { BuiltBlock } from '../builtBlock.ts'
import type { Engine, Engines } from '../engine.ts'
import { readHeader, readTransaction } from '../executeBlock.ts'
import { isAtLeast } from '../forks.ts'
import { type SignedTransaction, signTransaction } from '../signTransaction.ts'
import type { BlockTree } from '../tree.ts'
import { BlockMisuseError } from './misuse.ts'
import { type TransactionRequest, toFields, toSigner } from './transactionRequest.ts'
import { uncleProblem } from './uncleRules.ts'

/** What a transaction came to, known as soon as it was run. */
export interface AuthoredReceipt {
  /** DATA, 32 bytes */
  readonly transactionHash: Hex
  /** 1 success, 0 failure */
  readonly status: 0 | 1
  /** in gas */
  readonly gasUsed: bigint
  /** DATA, 20 bytes; null unless a contract was created */
  readonly contractAddress: Hex | null
  readonly logs: readonly Omit<Log, 'logIndex'>[]
  /** what the call returned, or why it reverted */
  readonly output: Hex
}

/** Ether that the beacon chain pays out (EIP-4895). */
export interface WithdrawalRequest {
  /** DATA, 20 bytes */
  readonly address: Hex
  readonly amountGwei: bigint
  /** Default 0 */
  readonly validatorIndex?: number
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * A block while a test's author writes it: first what its miner decides, then its transactions, each of which is run
 * at once. Nothing of it is on the chain before the author is done.
 */
export class BlockAuthor {
  readonly #engines: Engines
  readonly #tree: BlockTree
  readonly #parent: BuiltBlock
  readonly #choices: Mutable<BlockChoices>
  readonly #uncleHashes: Hex[] = []
  #begun: { engine: Engine; builder: BlockBuilder } | undefined

  /**
   * @param choices what is taken where the author decides nothing
   * @internal
   */
  constructor(engines: Engines, tree: BlockTree, parent: BuiltBlock, choices: BlockChoices) {
    this.#engines = engines
    this.#tree = tree
    this.#parent = parent
    this.#choices = { ...choices, uncles: [], withdrawals: [] }
  }

  get number(): number {
    return this.#parent.sealed.number + 1
  }

  get parentHash(): Hex {
    return this.#parent.sealed.hash
  }

  /** in seconds since 1970 */
  get timestamp(): number {
    return this.#choices.timestamp
  }

  /** Who is paid. */
  setMiner(address: Hex): void {
    this.#requireNotBegun('the miner')
    this.#choices.miner = fromHex(address)
  }

  /** @param timestamp in seconds since 1970, above the parent's */
  setTimestamp(timestamp: number): void {
    this.#requireNotBegun('the timestamp')
    const parentTime = Number(this.#parent.header.timestamp)
    if (!Number.isSafeInteger(timestamp) || timestamp <= parentTime) {
      throw this.#misuse(
        'INVALID_HEADER',
        `timestamp ${timestamp} is not above the parent's ${parentTime}`,
      )
    }
    this.#choices.timestamp = timestamp
  }

  /** @param extraData at most 32 bytes: hex, or a text */
  setExtraData(extraData: string): void {
    this.#requireNotBegun('extraData')
    const isHex = /^0x([0-9a-f]{2})*$/i.test(extraData)
    const bytes = isHex ? fromHex(extraData) : new Uint8Array(Buffer.from(extraData, 'utf8'))
    if (bytes.length > 32) {
      throw this.#misuse('INVALID_HEADER', `extraData has ${bytes.length} bytes, and may have 32`)
    }
    this.#choices.extraData = bytes
  }

  /**
   * Includes a block of another branch as an uncle.
   *
   * @param hash of a block that the chain knows
   */
  async addUncle(hash: Hex): Promise<void> {
    this.#requireNotBegun('uncles')
    const uncle = this.#tree.byHash(hash)
    if (uncle === undefined) throw this.#misuse('INVALID_UNCLE', `there is no block ${hash}`)
    const { fork } = await this.#engines.at(this.number, this.timestamp)
    const problem = isAtLeast(fork, 'paris')
      ? 'there are no uncles after the merge'
      : uncleProblem(this.#tree, this.#parent.sealed, this.#uncleHashes, uncle)
    if (problem !== undefined) throw this.#misuse('INVALID_UNCLE', problem)
    const [items] = RLP.decode(uncle.rlp) as [Uint8Array[]]
    this.#uncleHashes.push(hash)
    this.#choices.uncles = [...this.#choices.uncles, await readHeader(this.#engines, items)]
  }

  /** Pays out to an account when the block is complete; from Shanghai on. */
  async addWithdrawal({
    address,
    amountGwei,
    validatorIndex = 0,
  }: WithdrawalRequest): Promise<void> {
    this.#requireNotBegun('withdrawals')
    const { fork } = await this.#engines.at(this.number, this.timestamp)
    if (!isAtLeast(fork, 'shanghai')) {
      throw this.#misuse('INVALID_HEADER', `there are no withdrawals under ${fork}`)
    }
    const { withdrawals } = this.#choices
    const index = this.#parent.progress.withdrawals + withdrawals.length
    this.#choices.withdrawals = [
      ...withdrawals,
      { index, validatorIndex, address: fromHex(address), amountGwei },
    ]
  }

  /** in wei per gas */
  async baseFeePerGas(): Promise<bigint> {
    return (await this.#begin()).builder.baseFeePerGas
  }

  /** in gas: what the block still has room for */
  async gasLeft(): Promise<bigint> {
    return (await this.#begin()).builder.gasLeft
  }

  /** Nonce and balance (in wei) of an account at this point of the block. */
  async account(address: Hex): Promise<{ nonce: number; balance: bigint }> {
    const { builder } = await this.#begin()
    const { nonce, balance } = builder.senderState(fromHex(address))
    return { nonce: Number(nonce), balance }
  }

  /**
   * Signs a transaction, runs it and puts it into the block.
   *
   * @throws {BlockMisuseError} where the protocol does not allow it here
   */
  async add(request: TransactionRequest): Promise<AuthoredReceipt> {
    const { engine, builder } = await this.#begin()
    const { fork, common } = engine
    const { baseFeePerGas, gasLeft } = builder
    const fields = toFields(request, { fork, baseFeePerGas, gasLeft })
    const { address, privateKey } = toSigner(request.from)
    const nonce = BigInt(request.nonce ?? builder.senderState(address).nonce)
    const signer = { address, privateKey, publicKey: publicKeyOf(privateKey) }
    return this.#run(() => signTransaction(fields, nonce, signer, common))
  }

  /**
   * Runs a transaction that is signed already and puts it into the block.
   *
   * @param encoded as `eth_sendRawTransaction` takes it
   * @throws {BlockMisuseError} where the protocol does not allow it here
   */
  async addRaw(encoded: Hex): Promise<AuthoredReceipt> {
    const { engine } = await this.#begin()
    const bytes = fromHex(encoded)
    const isLegacy = (bytes[0] ?? 0) >= 0xc0
    return this.#run(() =>
      readTransaction(isLegacy ? (RLP.decode(bytes) as Uint8Array[]) : bytes, engine),
    )
  }

  /**
   * Completes the block.
   *
   * @internal
   */
  async finish(): Promise<BuiltBlock> {
    const { builder } = await this.#begin()
    const { progress } = this.#parent
    return builder.seal({
      ...progress,
      withdrawals: progress.withdrawals + this.#choices.withdrawals.length,
    })
  }

  async #run(make: () => SignedTransaction): Promise<AuthoredReceipt> {
    const { builder } = await this.#begin()
    let transaction: SignedTransaction
    try {
      transaction = make()
    } catch (error) {
      throw this.#invalidTransaction(error)
    }
    this.#requireFit(builder, transaction)
    try {
      return toReceipt(await builder.add(transaction))
    } catch (error) {
      throw this.#invalidTransaction(error)
    }
  }

  /** What is wrong most often, in words that say what would be right. */
  #requireFit(builder: BlockBuilder, { executable, sender }: SignedTransaction): void {
    const { nonce, balance } = builder.senderState(sender.address)
    const from = toHex(sender.address)
    if (executable.nonce !== nonce) {
      const problem = `nonce ${executable.nonce} of ${from} does not follow: the next is ${nonce}`
      throw this.#misuse('NONCE_GAP', problem)
    }
    if (executable.gasLimit > builder.gasLeft) {
      const problem = `gas ${executable.gasLimit} is above the ${builder.gasLeft} that the block has left`
      throw this.#misuse('GAS_LIMIT', problem)
    }
    const price = 'maxFeePerGas' in executable ? executable.maxFeePerGas : executable.gasPrice
    if (price < builder.baseFeePerGas) {
      const problem = `${price} wei per gas are below the base fee of ${builder.baseFeePerGas}`
      throw this.#misuse('FEE_TOO_LOW', problem)
    }
    const cost = executable.value + executable.gasLimit * price
    if (cost > balance) {
      const problem = `${from} has ${balance} wei, and the transaction may cost ${cost}`
      throw this.#misuse('INSUFFICIENT_FUNDS', problem)
    }
  }

  async #begin(): Promise<{ engine: Engine; builder: BlockBuilder }> {
    if (this.#begun === undefined) {
      const engine = await this.#engines.after(this.#parent.sealed, this.timestamp)
      const builder = await BlockBuilder.start(engine, this.#parent, this.#choices)
      this.#begun = { engine, builder }
    }
    return this.#begun
  }

  #requireNotBegun(what: string): void {
    if (this.#begun !== undefined) {
      throw this.#misuse('TOO_LATE', `${what} must be settled before the first transaction`)
    }
  }

  #invalidTransaction(error: unknown): BlockMisuseError {
    const problem = error instanceof Error ? error.message : String(error)
    return new BlockMisuseError('INVALID_TRANSACTION', this.number, problem, { cause: error })
  }

  #misuse(code: ConstructorParameters<typeof BlockMisuseError>[0], problem: string) {
    return new BlockMisuseError(code, this.number, problem)
  }
}

function toReceipt(outcome: Outcome): AuthoredReceipt {
  return {
    transactionHash: outcome.transactionHash,
    status: outcome.succeeded ? 1 : 0,
    gasUsed: outcome.gasUsed,
    contractAddress: outcome.createdAddress ? toHex(outcome.createdAddress) : null,
    logs: outcome.logs.map(([address, topics, data]) => ({
      address: toHex(address),
      topics: topics.map(toHex),
      data: toHex(data),
    })),
    output: toHex(outcome.output),
  }
}
