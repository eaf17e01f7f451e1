import { closedObject, ref, type Schema } from './schema.ts'

/** What is pending, and what is queued. */
export function poolContent(each: Schema): Schema {
  return closedObject({ pending: each, queued: each })
}

/** By nonce, in decimal. */
export function byNonce(transaction: Schema): Schema {
  return {
    type: 'object',
    patternProperties: { '^\\d+$': transaction },
    additionalProperties: false,
  }
}

/** By the address of the sender. */
export function bySender(transactions: Schema): Schema {
  return { type: 'object', propertyNames: ref('Address'), additionalProperties: transactions }
}
