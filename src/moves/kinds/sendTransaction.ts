import * as v from 'valibot'
import { readSigned } from '../../endpoint/readSigned.ts'
import { sendSigned } from '../../endpoint/sendSigned.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { boolean, described, object, wanted } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { address } from '../stateParameters.ts'

/** A transaction that is sent as if by a client. */
interface SentTransactionOptions {
  /** The signed transaction in hex, as for `eth_sendRawTransaction`: one with blobs has them with it. */
  readonly raw: Hex
  /** DATA, 20 bytes: its sender, if its signature is made up. Default: who has signed it. */
  readonly from?: Hex | undefined
  /**
   * False: it stays in the pool although transactions are mined when they are sent, so that the next block includes it
   * together with others. Default: it is mined if that is done at once.
   */
  readonly mine?: boolean | undefined
}

export interface SendTransaction {
  /**
   * Sends a transaction as if a client had sent it. It is mined at once, unless that is turned off.
   *
   * @returns its hash
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT if it is not valid by itself;
   *   TRANSACTION_REFUSED if the pool does not take it, or it takes too long
   */
  sendTransaction(transaction: SentTransactionOptions): Promise<Hex>
}

export interface SendTransactionSteps {
  /** Sends a signed transaction as if a client had sent it. */
  readonly send: SentTransactionOptions
}

const RAW = 'a signed transaction in hex, in quotes'
const raw = v.pipe(
  v.string(wanted(RAW)),
  v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, wanted(RAW)),
  v.transform((text) => text as Hex),
)

const transaction = object({
  raw: described(raw, 'The signed transaction in hex: one with blobs has them with it.'),
  from: v.optional(described(address.schema, 'Its sender, if its signature is made up.')),
  mine: v.optional(
    described(boolean, 'False: it stays in the pool also where transactions are mined at once.'),
  ),
})

export const sendTransaction: MoveOf<SendTransaction, SendTransactionSteps> = {
  name: 'sendTransaction',
  effect: 'sends',
  group: 'Transactions and accounts',
  summary: 'Sends a signed transaction as if a client had sent it.',
  isLong: true,
  parameters: [{ name: 'transaction', schema: transaction }],
  async run(endpoint, [{ raw, from, mine = true }], { pause }) {
    const miner = requireMiner(endpoint)
    const signed = await readSigned(endpoint, raw, pause, from)
    await sendSigned(miner, signed, !mine)
    return signed.hash
  },
  result: {
    name: 'hash',
    schema: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
    from: (hash: Hex) => hash,
  },
  steps: { send: { schema: transaction } },
  // From a client, it is in bytes.
  toStep: ([{ raw, ...others }]) => ({
    send: { raw: typeof raw === 'string' ? raw : toHex(raw), ...others },
  }),
  journal: { withoutMining: ([transaction]) => [{ ...transaction, mine: false }] },
}
