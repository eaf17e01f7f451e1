/** A block in JSON-RPC, with the hashes of its transactions. Quantities and data are 0x-hex. */
export interface BlockJson extends HeaderJson {
  readonly transactions: readonly string[]
  readonly uncles: readonly string[]
}

/** The header of a block or an uncle. Fields of later forks are absent. */
export interface HeaderJson {
  readonly hash: string
  readonly number: string
  readonly parentHash: string
  readonly sha3Uncles: string
  readonly receiptsRoot: string
  readonly logsBloom: string
  readonly timestamp: string
  readonly [field: string]: unknown
}

export interface ReceiptJson {
  readonly blockHash: string
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly type: string
  /** before Byzantium absent; `root` takes its place */
  readonly status?: string
  readonly root?: string
  readonly cumulativeGasUsed: string
  readonly gasUsed: string
  readonly logsBloom: string
  readonly logs: readonly LogJson[]
}

export interface LogJson {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
}

/** A block with everything that is indexed. */
export interface WholeBlock {
  readonly block: BlockJson
  readonly receipts: readonly ReceiptJson[]
  readonly uncles: readonly HeaderJson[]
}
