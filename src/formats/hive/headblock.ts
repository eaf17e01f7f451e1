import type { SealedBlock } from '../../chain/encoding/block.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { type Header, headerFieldNames, headerFields } from '../../chain/encoding/header.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'

// headblock.json is the header of the head as the JSON of geth's `types.Header`, in which fields of later forks are
// null. See https://github.com/ethereum/go-ethereum/blob/master/core/types/gen_header_json.go

type HeaderFile = Readonly<Record<string, Hex | null>>

/** Writes the header of a block. */
export function headblockFile(block: SealedBlock): HeaderFile {
  const { header, hash } = decodeBlock(block)
  // geth writes fields of later forks as null; those of Amsterdam are left out, as hivechain does so far.
  const fields = headerFieldNames
    .filter((name) => headerFields[name].since !== 'amsterdam' || header[name] !== undefined)
    .map((name) => [name, write(header[name])])
  return { ...Object.fromEntries(fields), hash }
}

function write(value: Header[keyof Header]): Hex | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : toQuantity(value)
}

/**
 * Checks that a file contains the header of the head.
 *
 * @param file the parsed file
 * @param path of the file, for errors
 * @throws {FixtureError} that names the first wrong field
 */
export function requireHeadblock(file: unknown, head: SealedBlock, path: string): void {
  const fields = (file ?? {}) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(headblockFile(head))) {
    const stated = fields[name] ?? null
    if ((typeof stated === 'string' ? stated.toLowerCase() : stated) !== value) {
      const problem = `it is ${JSON.stringify(stated)}, but that of the head, block ${head.number}, is ${value}`
      throw new FixtureError(path, name, problem)
    }
  }
}
