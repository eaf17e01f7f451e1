import type { Schema } from './schema.ts'

// How the service writes values (EIP-1474). Parameters may be in either case: see `rpc/params/`.

export const quantity: Schema = {
  description: 'A number in hex: no leading zeros, zero is 0x0, at most 256 bits.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$',
}

export const bytes: Schema = {
  description: 'Bytes in hex, two digits each; 0x for none.',
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
}

/** DATA of a fixed length. */
export function fixedBytes(length: number, what: string): Schema {
  return { description: what, type: 'string', pattern: `^0x[0-9a-f]{${2 * length}}$` }
}

/** A signature of a message. */
export const signature = fixedBytes(65, 'r, s, and 27 or 28, in hex.')
