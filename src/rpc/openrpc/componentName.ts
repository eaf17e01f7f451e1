/** The names of the schemas in the document's components. */
export type ComponentName =
  // values
  | 'Quantity'
  | 'Bytes'
  | 'Bytes8'
  | 'Hash'
  | 'Address'
  | 'Bloom'
  // parameters
  | 'BlockParameter'
  | 'HashParameter'
  | 'AddressParameter'
  | 'StateBlock'
  | 'IndexParameter'
  | 'CallObject'
  | 'StateOverrides'
  | 'BlockOverrides'
  // results
  | 'Block'
  | 'PendingBlock'
  | 'SimulatedBlock'
  | 'SimulatedCall'
  | 'Uncle'
  | 'Withdrawal'
  | 'Transaction'
  | 'PendingTransaction'
  | TransactionComponent
  | 'AccessListEntry'
  | 'Authorization'
  | 'Receipt'
  | 'RootReceipt'
  | 'StatusReceipt'
  | 'BlobReceipt'
  | 'Log'

/** One for each type of transaction. */
export type TransactionComponent =
  | 'LegacyTransaction'
  | 'AccessListTransaction'
  | 'FeeMarketTransaction'
  | 'BlobTransaction'
  | 'SetCodeTransaction'
