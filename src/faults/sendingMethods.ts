/** The methods that send transactions. A test compares them with the registry of methods. */
export const sendingMethods: readonly string[] = [
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_sendTransaction',
  'eth_sendUnsignedTransaction',
]
