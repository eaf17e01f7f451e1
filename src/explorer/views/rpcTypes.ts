/** A block with its transactions, as the endpoint's dialect writes it. Fields that a fork does not have are missing. */
export interface RpcBlock {
  readonly number: string | null
  readonly hash: string | null
  readonly parentHash: string
  readonly timestamp: string
  readonly miner: string | null
  readonly extraData: string
  readonly gasLimit: string
  readonly gasUsed: string
  readonly difficulty: string
  readonly totalDifficulty?: string | null
  readonly size: string
  readonly nonce: string | null
  readonly mixHash?: string
  readonly stateRoot: string
  readonly transactionsRoot: string
  readonly receiptsRoot: string
  readonly sha3Uncles: string
  readonly logsBloom: string | null
  readonly baseFeePerGas?: string
  readonly withdrawalsRoot?: string
  readonly withdrawals?: readonly RpcWithdrawal[]
  readonly blobGasUsed?: string
  readonly excessBlobGas?: string
  readonly parentBeaconBlockRoot?: string
  readonly requestsHash?: string
  readonly blockAccessListHash?: string
  readonly slotNumber?: string
  readonly uncles: readonly string[]
  readonly transactions: readonly RpcTransaction[]
}

export interface RpcWithdrawal {
  readonly index: string
  readonly validatorIndex: string
  readonly address: string
  /** in gwei */
  readonly amount: string
}

export interface RpcTransaction {
  readonly hash: string
  readonly blockHash: string | null
  readonly blockNumber: string | null
  readonly transactionIndex: string | null
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly input: string
  readonly nonce: string
  readonly gas: string
  readonly type?: string
  readonly gasPrice?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly maxFeePerBlobGas?: string
  readonly blobVersionedHashes?: readonly string[]
  readonly accessList?: readonly RpcAccess[]
  readonly authorizationList?: readonly RpcAuthorization[]
  readonly chainId?: string
  readonly v?: string
  readonly yParity?: string
  readonly r?: string
  readonly s?: string
}

interface RpcAccess {
  readonly address: string
  readonly storageKeys: readonly string[]
}

interface RpcAuthorization {
  readonly address: string
  readonly chainId: string
  readonly nonce: string
}

export interface RpcReceipt {
  readonly transactionHash: string
  readonly status?: string
  readonly root?: string
  readonly gasUsed: string
  readonly cumulativeGasUsed: string
  readonly effectiveGasPrice?: string
  readonly contractAddress: string | null
  readonly blobGasUsed?: string
  readonly blobGasPrice?: string
  readonly logs: readonly RpcLog[]
}

export interface RpcLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
  readonly blockNumber: string
  readonly transactionHash: string
}
