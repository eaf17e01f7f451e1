import { closedObject, orNull, ref, type Schema } from './schema.ts'

/** A plain JSON number, as the methods of the explorer have it. */
export const plainNumber: Schema = { type: 'integer', minimum: 0 }

/** A block by number and hash. */
export const blockPosition: Schema = closedObject({ number: plainNumber, hash: ref('Hash') })

/** The head and the tags of an endpoint. */
export const tags = {
  head: blockPosition,
  safe: orNull(blockPosition),
  finalized: orNull(blockPosition),
} as const
