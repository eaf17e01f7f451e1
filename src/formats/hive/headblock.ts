import type { SealedBlock } from '../../chain/encoding/block.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { type Header, headerFieldNames } from '../../chain/encoding/header.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'

// headblock.json is the header of the head as geth's `types.Header` is written, with fields that its fork does not have
// as null. See https://github.com/ethereum/go-ethereum/blob/master/core/types/gen_header_json.go

type HeaderFile = Readonly<Record<string, Hex | null>>

/** Writes the header of a block. */
export function headblockFile(block: SealedBlock): HeaderFile {
  const { header, hash } = decodeBlock(block)
  const fields = headerFieldNames.map((name) => [name, write(header[name])])
  return { ...Object.fromEntries(fields), hash }
}

function write(value: Header[keyof Header]): Hex | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : toQuantity(value)
}

/**
 * Makes sure that a file holds the header of the head.
 *
 * @param file what `JSON.parse` gives
 * @param path names the file where it is refused
 * @throws {FixtureError} naming the field that is another
 */
export function requireHeadblock(file: unknown, head: SealedBlock, path: string): void {
  const found = (file ?? {}) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(headblockFile(head))) {
    const there = found[name] ?? null
    if ((typeof there === 'string' ? there.toLowerCase() : there) !== value) {
      const problem = `it is ${JSON.stringify(there)}, but that of the head, block ${head.number}, is ${value}`
      throw new FixtureError(path, name, problem)
    }
  }
}
