import type { Random } from '../../../primitives/random.ts'
import type { Signer } from '../../accounts.ts'
import type { DeployedContracts, TrafficRole } from '../../contracts/deployedContracts.ts'
import type {
  Authorization,
  SetCodeFields,
  TransactionFields,
} from '../../execution/signTransaction.ts'
import type { ForkName } from '../../protocol/forks.ts'

/** What the transactions of a traffic kind may depend on. */
interface TrafficContext {
  /** keyed by the block, the index and the kind */
  readonly random: Random
  readonly fork: ForkName
  readonly chainId: number
  readonly signers: readonly Signer[]
  /** deployed by earlier blocks, and not retired by a transaction of this block */
  readonly contracts: DeployedContracts
  /** an amount to send, in thousandths of a unit */
  readonly amount: number
  /** how many transactions may still be drafted for the block, this one included: at least 1 */
  readonly transactionsLeft: number
  /** in gas: what is left of the block's gas limit */
  readonly gasLeft: bigint
  /** how many blobs the block can still have */
  readonly blobsLeft: number
}

/**
 * Permission for a contract to act for an account. The account's nonce is not known before the transaction runs, so a
 * kind gives the difference: 0 for a valid authorization.
 */
export type DraftAuthorization = Omit<Authorization, 'nonce'> & { readonly nonceAhead: bigint }

/** A transaction without nonces and signatures. */
export type DraftFields =
  | Exclude<TransactionFields, SetCodeFields>
  | (Omit<SetCodeFields, 'authorizations'> & {
      readonly authorizations: readonly DraftAuthorization[]
    })

/** A transaction as a kind requests it. */
interface RequestedTransaction {
  readonly sender: Signer
  readonly fields: DraftFields
  /** the role of the contract that it creates, and the contracts that this one works with */
  readonly deploys?: {
    readonly role: TrafficRole
    readonly partners: readonly Uint8Array[]
    /** 20 bytes; if it is not the address of a transaction that creates a contract */
    readonly address?: Uint8Array
  }
  /** a contract that later transactions do not call, because this one destroys it or clears its slots */
  readonly retires?: { readonly role: TrafficRole; readonly address: Uint8Array }
}

/** A transaction that is proposed for the block. */
export interface Draft extends RequestedTransaction {
  /** name of its kind */
  readonly kind: string
}

/** One kind of transaction that users of a chain send. */
export interface TrafficKind {
  /** How often it is chosen, relative to the others: a whole number, 0 for never. */
  readonly weight: number
  /** The first fork that supports it. */
  readonly since: ForkName
  /** The roles of the contracts that it calls. It is not chosen before one of each is deployed. */
  readonly needs: readonly TrafficRole[]
  /** Makes consecutive transactions; none if the block has no room for them. */
  draft(context: TrafficContext): readonly RequestedTransaction[]
}
