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
  | 'IndexParameter'
  // results
  | 'Block'
  | 'PendingBlock'
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
