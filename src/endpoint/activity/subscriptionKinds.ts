/** The first parameter of `eth_subscribe`. */
export const subscriptionKinds = [
  'newHeads',
  'logs',
  'newPendingTransactions',
  'transactionReceipts',
  'syncing',
] as const

/** What a client can subscribe to. */
export type SubscriptionKind = (typeof subscriptionKinds)[number]
