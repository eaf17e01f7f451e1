import {
  arrayOf,
  closedObject,
  nullSchema,
  type Properties,
  ref,
  type Schema,
} from '../../schemas/schema.ts'
import { type TransactionType, transactionTypes } from './transactionTypes.ts'

interface SignatureMembers {
  /** of type 0 */
  readonly legacy: Properties
  /** of the other types, whose `v` is the parity */
  readonly typed: Properties
  /** the gas price of those with fee caps */
  readonly priceOfCap: Schema
}

const fee = ref('Quantity', 'In wei per gas.')
const price = { gasPrice: fee, maxPriorityFeePerGas: nullSchema, maxFeePerGas: nullSchema }
const fees = { maxPriorityFeePerGas: fee, maxFeePerGas: fee }

/** A transaction of a type as geth writes it where it is in no block. */
function transactionOf({ type, fields }: TransactionType, signature: SignatureMembers): Schema {
  // Empty lists of authorizations are left out.
  const { authorizationList, ...required } = fields
  const isTyped = 'yParity' in fields
  return closedObject(
    {
      type: { const: type },
      nonce: ref('Quantity'),
      gas: ref('Quantity'),
      value: ref('Quantity', 'In wei.'),
      input: ref('Bytes'),
      hash: ref('Hash'),
      ...required,
      ...('maxFeePerGas' in fields ? { ...fees, gasPrice: signature.priceOfCap } : price),
      // Their version is not checked.
      ...('blobVersionedHashes' in fields && { blobVersionedHashes: arrayOf(ref('Hash')) }),
      ...(isTyped ? { chainId: ref('Quantity'), ...signature.typed } : signature.legacy),
    },
    authorizationList && { authorizationList },
  )
}

function result(signature: SignatureMembers, raw: string): Schema {
  const types = Object.values(transactionTypes)
  return closedObject({
    raw: ref('Bytes', raw),
    tx: { oneOf: types.map((type) => transactionOf(type, signature)) },
  })
}

const word = { v: ref('Quantity'), r: ref('Quantity'), s: ref('Quantity') }
const parity = { enum: ['0x0', '0x1'] }

/** The result of `eth_signTransaction`. */
export const signedTransaction: Schema = result(
  {
    legacy: { ...word, chainId: ref('Quantity') },
    typed: { ...word, v: parity, yParity: parity },
    priceOfCap: nullSchema,
  },
  'What eth_sendRawTransaction takes.',
)

const zero = { const: '0x0' }
const zeros = { v: zero, r: zero, s: zero }

/** The result of `eth_fillTransaction`. */
export const unsignedTransaction: Schema = result(
  {
    legacy: zeros,
    typed: { ...zeros, yParity: zero },
    // In dialect `anvil` it is the fee cap.
    priceOfCap: { oneOf: [fee, nullSchema] },
  },
  'Its bytes, with zeros as signature.',
)
