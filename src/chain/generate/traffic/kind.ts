import type { Random } from '../../../primitives/random.ts'
import type { Signer } from '../../accounts.ts'
import type { ContractRole, DeployedContracts } from '../../contracts/deployedContracts.ts'
import type {
  Authorization,
  SetCodeFields,
  TransactionFields,
} from '../../execution/signTransaction.ts'
import type { ForkName } from '../../protocol/forks.ts'

/** What a kind of traffic may look at when it makes transactions. */
interface TrafficContext {
  /** draws of this kind at this place of this block, shared with nobody */
  readonly random: Random
  readonly fork: ForkName
  readonly chainId: number
  readonly signers: readonly Signer[]
  /** those that earlier blocks deployed, and that no transaction of this block is about to end */
  readonly contracts: DeployedContracts
  /** a readable amount, in thousandths of a unit */
  readonly amount: number
  /** how many more transactions the block wants, this one included: at least 1 */
  readonly transactionsLeft: number
  /** in gas: what the block has room for */
  readonly gasLeft: bigint
  /** how many blobs the block has room for */
  readonly blobsLeft: number
}

/**
 * Permission for a contract to act for an account. The account's nonce is known only when the transaction's turn
 * comes, so that a kind says how far off its authorization is to be: 0 is right.
 */
export type DraftAuthorization = Omit<Authorization, 'nonce'> & { readonly nonceAhead: bigint }

/** What a transaction says, but for nonces and signatures. */
export type DraftFields =
  | Exclude<TransactionFields, SetCodeFields>
  | (Omit<SetCodeFields, 'authorizations'> & {
      readonly authorizations: readonly DraftAuthorization[]
    })

/** Who sends what: all that a kind decides. */
interface RequestedTransaction {
  readonly sender: Signer
  readonly fields: DraftFields
  /** what the contract that it creates will be called for, and the contracts which that one works with */
  readonly deploys?: { readonly role: ContractRole; readonly partners: readonly Uint8Array[] }
  /** a contract of which this is the end */
  readonly destroys?: { readonly role: ContractRole; readonly address: Uint8Array }
}

/** A transaction that wants to be in the block. */
export interface Draft extends RequestedTransaction {
  /** name of the kind it is of */
  readonly kind: string
}

/** One kind of transaction that users of a chain send. */
export interface TrafficKind {
  /** How often it comes, relative to the others: a whole number, 0 for never. */
  readonly weight: number
  /** the first fork that knows what it needs */
  readonly since: ForkName
  /** The contracts that it calls: it waits until there is one of each. */
  readonly needs: readonly ContractRole[]
  /** Transactions that come one after the other; none where there is no room for what the kind wants. */
  draft(context: TrafficContext): readonly RequestedTransaction[]
}
