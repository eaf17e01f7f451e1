import type { Endpoint } from '../../endpoint/endpoint.ts'
import { NO_POLICY, rulesAt } from '../../endpoint/sendingRules.ts'
import type { SigningRules } from '../../pool/sentSender.ts'
import type { Hex } from '../../primitives/hex.ts'
import { SenderThread } from '../../threads/senders/senderThread.ts'
import type { SharedSenders } from '../../threads/senders/sharedSenders.ts'
import { eth_sendRawTransaction } from '../methods/eth_sendRawTransaction.ts'
import type { RpcRequest } from '../rpcRequest.ts'

/** How many transactions are worth a message to the thread that recovers senders: it takes as long as two signatures. */
const RAW_MIN = 8
/** In characters: a longer transaction takes longer to send to that thread, and is seldom one of many. */
const RAW_LENGTH_MAX = 4096

/** Of all servers in this process. */
const senderThread = new SenderThread()

/** A transaction that is sent with others of a batch, and mined with them after its call. */
export interface JoinedSend {
  /** Its sender under these rules, if another thread has recovered it. */
  recoveredSender(rules: SigningRules): Hex | undefined
}

/** Recovers senders in another thread. */
type Recovery = Pick<SenderThread, 'begin'>

/** The senders that it recovers. */
interface SendersAhead {
  readonly rules: SigningRules
  readonly senders: SharedSenders
  /** by the index of the request */
  readonly places: ReadonlyMap<number, number>
}

/** The requests of a batch that send transactions and follow one another: these transactions are mined together. */
export class JoinedSends {
  readonly #batch: readonly RpcRequest[]
  readonly #methods: ReadonlySet<string>
  readonly #ahead: SendersAhead | undefined

  /**
   * @param methods those that send a transaction and answer with its hash
   * @param thread recovers senders ahead of the calls; for tests
   */
  constructor(
    batch: readonly RpcRequest[],
    endpoint: Endpoint,
    methods: ReadonlySet<string>,
    thread: Recovery = senderThread,
  ) {
    this.#batch = batch
    this.#methods = methods
    this.#ahead = this.#recoverAhead(endpoint, thread)
  }

  /** What a request sends; undefined if it sends nothing that is mined with others. */
  at(index: number): JoinedSend | undefined {
    if (!this.#isJoined(index)) return undefined
    return { recoveredSender: (rules) => this.#recoveredSender(index, rules) }
  }

  /** Whether a request sends the last one of several transactions. */
  isLast(index: number): boolean {
    return this.#isJoined(index) && !this.#isSend(index + 1)
  }

  /** To be called when the batch has been answered, or will not be. */
  end(): void {
    this.#ahead?.senders.takeAll()
  }

  #isJoined(index: number): boolean {
    return this.#isSend(index) && (this.#isSend(index - 1) || this.#isSend(index + 1))
  }

  #isSend(index: number): boolean {
    const request = this.#batch[index]
    return request !== undefined && this.#methods.has(request.method)
  }

  #recoverAhead(endpoint: Endpoint, thread: Recovery): SendersAhead | undefined {
    if (this.#batch.length < RAW_MIN) return undefined
    const places = new Map<number, number>()
    const encoded: Hex[] = []
    for (const [index, { method, params }] of this.#batch.entries()) {
      if (
        method !== eth_sendRawTransaction.name ||
        !this.#isJoined(index) ||
        !Array.isArray(params)
      )
        continue
      const [raw] = params
      if (typeof raw !== 'string' || raw.length > RAW_LENGTH_MAX) continue
      places.set(index, encoded.length)
      encoded.push(raw as Hex)
    }
    if (encoded.length < RAW_MIN) return undefined
    const rules = rulesAt(endpoint, NO_POLICY)
    const senders = thread.begin(encoded, rules)
    return senders && { rules, senders, places }
  }

  #recoveredSender(index: number, rules: SigningRules): Hex | undefined {
    const ahead = this.#ahead
    const place = ahead?.places.get(index)
    if (ahead === undefined || place === undefined) return undefined
    // A block in between may have brought another fork.
    const { chainId, hasReplayProtection } = ahead.rules
    const isSame = rules.chainId === chainId && rules.hasReplayProtection === hasReplayProtection
    if (!isSame || ahead.senders.take(place)) return undefined
    return ahead.senders.get(place)
  }
}
