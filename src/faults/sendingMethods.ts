/** The methods that send transactions. */
export const sendingMethods: readonly string[] = ['eth_sendRawTransaction', 'eth_sendTransaction']
