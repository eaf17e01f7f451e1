/** What the schemas of the document's components are called. */
export type ComponentName =
  // how values are written
  | 'Quantity'
  | 'Bytes'
  | 'Bytes8'
  | 'Hash'
  | 'Address'
  | 'Bloom'
  // what is asked with
  | 'BlockParameter'
  | 'HashParameter'
  | 'IndexParameter'
  // what is answered
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
