/** Of an array of bytes that is kept. */
const ARRAY_BYTES = 200

/** An estimate of how much memory it takes to keep the input of a call of `console.log`. */
export function printedBytes({ length }: Uint8Array): number {
  return ARRAY_BYTES + length
}
