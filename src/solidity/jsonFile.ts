import { stat } from 'node:fs/promises'
import { readRegularFile } from '../primitives/regularFile.ts'

/** In bytes: larger files are no artifacts. */
const FILE_MAX = 32 * 1024 * 1024

/**
 * The content of a file; undefined if it cannot be read, is no JSON, or is too large.
 *
 * @param unchangedSince in milliseconds since 1970: a file that was written later counts as missing
 */
export async function readJson(
  path: string,
  bytesMax = FILE_MAX,
  unchangedSince = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  try {
    if ((await stat(path)).mtimeMs > unchangedSince) return undefined
    return JSON.parse((await readRegularFile(path, bytesMax)).toString())
  } catch {
    return undefined
  }
}

/** The members of an object; none for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A text that is not empty; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The items of an ABI: a list, or its JSON; undefined for any other value. */
export function abiItems(abi: unknown): readonly object[] | undefined {
  const items = typeof abi === 'string' ? parsed(abi) : abi
  if (!Array.isArray(items)) return undefined
  return items.filter((item) => typeof item === 'object' && item !== null)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
