import { arrayOf, closedObject, orNull, ref, type Schema } from '../schema.ts'

const fee = orNull(ref('Quantity', 'In wei per gas; null if the type does not have it.'))

/** A signed transaction as geth writes it where it is in no block. */
const transaction = closedObject(
  {
    type: ref('Quantity'),
    chainId: ref('Quantity'),
    nonce: ref('Quantity'),
    to: orNull(ref('Address', 'Null if it creates a contract.')),
    gas: ref('Quantity'),
    gasPrice: fee,
    maxPriorityFeePerGas: fee,
    maxFeePerGas: fee,
    value: ref('Quantity', 'In wei.'),
    input: ref('Bytes'),
    v: ref('Quantity'),
    r: ref('Quantity'),
    s: ref('Quantity'),
    hash: ref('Hash'),
  },
  {
    accessList: arrayOf(ref('AccessListEntry')),
    maxFeePerBlobGas: ref('Quantity', 'In wei per blob gas.'),
    blobVersionedHashes: arrayOf(ref('Hash')),
    authorizationList: arrayOf(ref('Authorization')),
    yParity: ref('Quantity'),
  },
)

/** The result of `eth_signTransaction`. */
export const signedTransaction: Schema = closedObject({
  raw: ref('Bytes', 'What eth_sendRawTransaction takes.'),
  tx: transaction,
})
