import { type Payer, type Payment, sign } from './payment.ts'

/** After so many polls without a receipt, the wallet pays again. */
const PATIENCE = 3

/** What a transfer takes, before Amsterdam to any account. */
const TRANSFER_GAS = 21_000n

/** Does what `wallet.ts` does, but works only if each transaction is mined soon, succeeds and stays where it is. */
export class NaiveWallet {
  readonly settled: string[] = []
  readonly #payer: Payer
  #open: { readonly payment: Payment; readonly hash: string; polls: number } | undefined

  constructor(payer: Payer) {
    this.#payer = payer
  }

  async pay(payment: Payment): Promise<void> {
    const { address } = this.#payer.account
    const nonce = Number(await this.#ask('eth_getTransactionCount', address, 'pending'))
    const fee = 4n * BigInt((await this.#ask('eth_gasPrice')) as string)
    const signed = await sign(this.#payer, payment, { nonce, gas: TRANSFER_GAS, fee })
    const hash = (await this.#ask('eth_sendRawTransaction', signed)) as string
    this.#open = { payment, hash, polls: 0 }
  }

  async poll(): Promise<void> {
    const open = this.#open
    if (open === undefined) return
    const receipt = await this.#ask('eth_getTransactionReceipt', open.hash)
    if (receipt !== null) {
      this.settled.push(open.hash)
      this.#open = undefined
      return
    }
    const transaction = await this.#ask('eth_getTransactionByHash', open.hash)
    if (transaction === null || ++open.polls === PATIENCE) await this.pay(open.payment)
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#payer.provider.request({ method, params })
  }
}
