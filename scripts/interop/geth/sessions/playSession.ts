import type { Signer } from '../../../../src/chain/accounts.ts'
import type { Chain } from '../../../../src/chain/chain.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { ServedEndpoint } from '../../../../src/server/servedEndpoint.ts'
import { encodeWithBlobs } from '../sending/blobCases.ts'
import { constantBlob } from '../sending/blobs.ts'
import { encodeItems } from '../sending/damage.ts'
import { draft, draftFees, signDraft, type TransactionType } from '../sending/drafts.ts'

/** What a session did: how often each move was made, and each type of transaction accepted or refused. */
export type Played = Map<string, number>

type Act = (session: Session) => Promise<void>

/** Clients send to an endpoint, and a test moves it. */
export class Session {
  readonly endpoint: ServedEndpoint
  readonly random: Random
  readonly played: Played = new Map()
  /** addresses of contracts that clients have created */
  readonly contracts: Hex[] = []
  /** hashes of what was accepted */
  readonly sent: Hex[] = []
  snapshots = 0
  readonly #senders: readonly Signer[]
  readonly #chain: Chain

  constructor(endpoint: ServedEndpoint, chain: Chain, random: Random) {
    this.endpoint = endpoint
    this.#chain = chain
    this.random = random
    this.#senders = chain.accounts.map(({ address, privateKey }) => ({
      address: fromHex(address),
      privateKey: fromHex(privateKey),
      publicKey: new Uint8Array(),
    }))
  }

  async play(count: number): Promise<void> {
    for (let step = 0; step < count; step++) {
      const name = this.random.pick(names)
      await (acts[name] as Act)(this)
      this.count(name)
    }
  }

  count(what: string): void {
    this.played.set(what, (this.played.get(what) ?? 0) + 1)
  }

  async ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
    return (await this.endpoint.request({ method, params })) as Result
  }

  /** Signs and sends a transaction of any type; the fork may not have it. */
  async send(): Promise<void> {
    const { random } = this
    const type = random.pick<TransactionType>([0, 0, 1, 2, 2, 2, 3, 4])
    const half = this.#senders.length >> 1
    const isSecond = type === 3
    const sender = random.pick(
      this.#senders.slice(isSecond ? half : 0, isSecond ? undefined : half),
    )
    const nonce = BigInt(
      await this.ask<Hex>('eth_getTransactionCount', toHex(sender.address), 'pending'),
    )
    const { chainId } = this.#chain
    const fees = draftFees(random)
    const feeCap = fees.feeCap + 30n * 10n ** 9n
    const options = { type, sender, nonce, chainId, authorities: this.#senders.slice(0, half) }
    const made = draft({ ...options, fees: { ...fees, feeCap } }, random)
    const values = { ...made.values, ...this.#content(type) }
    const whole = { ...made, values }
    const bytes =
      type === 3
        ? encodeWithBlobs(whole, [constantBlob(random)], random.pick([0, 1]))
        : encodeItems(type, signDraft(whole))
    try {
      this.sent.push(await this.ask<Hex>('eth_sendRawTransaction', toHex(bytes)))
      this.count(`type ${type} accepted`)
    } catch (error) {
      if ((error as { readonly code?: number }).code !== -32000) throw error
      this.count(`type ${type} refused`)
    }
  }

  /** A contract of random code, a call of one, or what was drafted. */
  #content(type: TransactionType): Partial<Record<string, Uint8Array | undefined>> {
    const { random } = this
    if (type !== 3 && type !== 4 && random.chance(1, 3)) {
      const code = random.bytes(random.between(0, 40))
      return { to: undefined, input: creationOf(code) }
    }
    const contract = this.contracts.at(-1)
    return contract === undefined || random.chance(1, 3) ? {} : { to: fromHex(contract) }
  }

  /** Notes the contract that the newest transaction has created. */
  async noteContract(): Promise<void> {
    const hash = this.sent.at(-1)
    if (hash === undefined) return
    const receipt = await this.ask<{ contractAddress: Hex | null } | null>(
      'eth_getTransactionReceipt',
      hash,
    )
    if (receipt?.contractAddress) this.contracts.push(receipt.contractAddress)
  }
}

/** Creation code of a contract with this code. */
function creationOf(code: Uint8Array): Uint8Array {
  return Buffer.concat([
    Uint8Array.from([0x60, code.length, 0x60, 12, 0x60, 0, 0x39, 0x60, code.length, 0x60, 0, 0xf3]),
    code,
  ])
}

const acts: Readonly<Record<string, Act>> = {
  async send(session) {
    await session.send()
    await session.noteContract()
  },
  async sendSeveral(session) {
    for (let count = session.random.between(2, 6); count > 0; count--) await session.send()
  },
  async mine({ endpoint, random }) {
    await endpoint.mine(random.between(1, 3))
  },
  async reorg({ endpoint, random }) {
    const depth = random.between(1, Math.min(5, endpoint.head.number || 1))
    if (endpoint.head.number < depth) return
    const length = random.pick([undefined, depth, random.between(1, 6)])
    await endpoint.reorg({ depth, length, force: true })
  },
  async rollback({ endpoint, random }) {
    const depth = Math.min(random.between(1, 4), endpoint.head.number)
    if (depth > 0) await endpoint.rollback(depth)
  },
  async snapshot(session) {
    await session.endpoint.snapshot()
    session.snapshots++
  },
  async revert({ endpoint, random, snapshots }) {
    if (snapshots > 0) await endpoint.revert(random.between(1, snapshots))
  },
  async automine({ endpoint, random }) {
    await endpoint.setAutomine(random.chance(1, 2))
  },
  async time(session) {
    const head = await session.ask<{ readonly difficulty: Hex }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    // The blocks before the merge must be earlier than the forks after it.
    if (head.difficulty !== '0x0') return
    await session.endpoint.increaseTime(session.random.between(1, 1000))
  },
  async coinbase({ endpoint, random }) {
    await endpoint.setCoinbase(toHex(random.bytes(20)))
  },
  async hold({ endpoint, random, sent }) {
    if (sent.length > 0) await endpoint.holdTransaction(random.pick(sent))
  },
  async release({ endpoint, random, sent }) {
    if (sent.length > 0) await endpoint.releaseTransaction(random.pick(sent))
  },
  async drop({ endpoint, random, sent }) {
    if (sent.length > 0) await endpoint.dropTransaction(random.pick(sent))
  },
}

/** Each as often as it is drawn. */
const names = [
  'send',
  'send',
  'send',
  'send',
  'send',
  'send',
  'sendSeveral',
  'sendSeveral',
  'mine',
  'mine',
  'reorg',
  'reorg',
  'rollback',
  'snapshot',
  'revert',
  'automine',
  'time',
  'coinbase',
  'hold',
  'release',
  'drop',
] as const
