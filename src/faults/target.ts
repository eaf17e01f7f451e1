/**
 * What an answer has that some faults change and not every answer has. The file of a method lists those of its answers
 * (`rpc/methods/`), and a kind of fault those that it changes, so neither names the other.
 */
export type FaultTarget =
  /** of a block, a header or an uncle */
  | 'header'
  | 'uncles'
  | 'blockTransactions'
  /** it depends on the transactions or uncles of a block, and has nothing else that is listed here */
  | 'body'
  | 'transaction'
  | 'receipt'
  | 'receiptList'
  /** the bytes of receipts */
  | 'rawReceipts'
  | 'log'
  /** a list of logs */
  | 'logList'
  /** a log in a notification */
  | 'notifiedLog'
  /** about more than one block */
  | 'severalBlocks'
  /** a transaction is looked up by its hash */
  | 'lookup'
  /** a transaction is sent */
  | 'sent'
  /** the state after a block is read, or code runs on it */
  | 'state'
  | 'proof'
  | SingleValue

/** A result that is a single value, or one of the values of several slots. */
export type SingleValue =
  /** in wei */
  | 'balance'
  | 'nonce'
  | 'code'
  /** a value of a slot; of several slots, one that is drawn */
  | 'storage'
  /** what the called contract returns */
  | 'callResult'
  | 'gasEstimate'
  /** a price of gas or of blob gas */
  | 'gasPrice'
