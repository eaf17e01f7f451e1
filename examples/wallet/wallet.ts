import { keccak256 } from 'viem'
import { type Payer, type Payment, type ReceiptJson, sign } from './payment.ts'

/** How many blocks after that of a payment make it final. */
const CONFIRMATIONS = 3

/** After so many polls without a receipt, the wallet offers a higher fee. */
const PATIENCE = 2

interface OpenPayment extends Payment {
  readonly nonce: number
  /** all transactions that were signed for it, which have one nonce, so that only one of them can be mined */
  readonly signed: `0x${string}`[]
  fee: bigint
  polls: number
}

/** Makes each payment exactly once, whatever becomes of its transactions. */
export class Wallet {
  /** the hashes of the transactions that have paid, in order */
  readonly settled: string[] = []
  readonly #payer: Payer
  readonly #open = new Set<OpenPayment>()
  #nextNonce: number | undefined

  constructor(payer: Payer) {
    this.#payer = payer
  }

  /** Signs a payment and sends it. The nonce is the wallet's own: a node may forget what it has accepted. */
  async pay(payment: Payment): Promise<void> {
    const { account } = this.#payer
    this.#nextNonce ??= Number(
      await this.#ask('eth_getTransactionCount', account.address, 'latest'),
    )
    const fee = 4n * BigInt((await this.#ask('eth_gasPrice')) as string)
    const open = { ...payment, nonce: this.#nextNonce++, signed: [], fee, polls: 0 }
    this.#open.add(open)
    await this.#sign(open)
  }

  /** Looks after the payments that are not final. To be called repeatedly. */
  async poll(): Promise<void> {
    for (const open of this.#open) await this.#follow(open)
  }

  async #follow(open: OpenPayment): Promise<void> {
    const head = Number(await this.#ask('eth_blockNumber'))
    for (const signed of open.signed) {
      const hash = keccak256(signed)
      const receipt = (await this.#ask('eth_getTransactionReceipt', hash)) as ReceiptJson | null
      if (receipt === null) continue
      // The block may have been replaced since, and the receipt may come from a node that has not noticed.
      const block = await this.#ask('eth_getBlockByNumber', receipt.blockNumber, false)
      const isCanonical = (block as { hash: string } | null)?.hash === receipt.blockHash
      if (isCanonical && head - Number(receipt.blockNumber) >= CONFIRMATIONS) {
        this.#open.delete(open)
        if (receipt.status === '0x1') this.settled.push(hash)
        // The gas has risen since the estimate, as at a fork. Nothing was paid.
        else await this.pay({ to: open.to, value: open.value })
      }
      return
    }
    open.polls++
    if (open.polls % PATIENCE === 0) {
      // At least a tenth more, or nodes refuse the replacement.
      open.fee = (open.fee * 5n) / 4n
      await this.#sign(open)
    } else {
      await this.#broadcast(open.signed.at(-1) as string)
    }
  }

  async #sign(open: OpenPayment): Promise<void> {
    const { to, value, nonce, fee } = open
    const call = { from: this.#payer.account.address, to, value: `0x${value.toString(16)}` }
    const gas = BigInt((await this.#ask('eth_estimateGas', call)) as string)
    const signed = await sign(this.#payer, open, { nonce, gas, fee })
    open.signed.push(signed)
    await this.#broadcast(signed)
  }

  /** A refusal means that it is known, or that one with its nonce was mined: only a receipt decides. */
  async #broadcast(signed: string): Promise<void> {
    await this.#ask('eth_sendRawTransaction', signed).catch(() => {})
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#payer.provider.request({ method, params })
  }
}
