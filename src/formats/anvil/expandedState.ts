import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { messageOf } from '../../primitives/errors.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'
import type { ResolvedLoadLimits } from '../loadLimits.ts'

const expand = promisify(gunzip)

const HEX = /^\s*"?(0x(?:[0-9a-f]{2})+)"?\s*$/i

/**
 * The text of a file with the state of a node: as it is, compressed, or in hex, as the result of `anvil_dumpState`.
 *
 * @throws {FixtureError} if it cannot be expanded
 */
export async function expandedState(
  path: string,
  file: Buffer,
  { expandedBytes, partBytes }: ResolvedLoadLimits,
): Promise<string> {
  const isHex = file.subarray(0, 3).toString().includes('0x')
  const [, hex] = (isHex && HEX.exec(file.toString('latin1'))) || []
  const bytes = hex === undefined ? file : Buffer.from(fromHex(hex as Hex))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  try {
    // What is parsed at once may be as long as a file that is not compressed.
    const maxOutputLength = Math.min(expandedBytes, partBytes)
    return (await expand(bytes, { maxOutputLength })).toString('utf8')
  } catch (cause) {
    throw new FixtureError(path, '', `it cannot be expanded: ${messageOf(cause)}`, { cause })
  }
}
