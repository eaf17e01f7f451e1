import { UNCLES_MAX } from '../../chain/protocol/uncles.ts'
import { FixtureError } from '../fixtureError.ts'
import type { BlockJson, JsonObject } from './blockJson.ts'

/** Where a block of a fixture belongs. */
export type BlockPlace =
  | { readonly kind: 'main'; readonly number: number }
  | { readonly kind: 'side' }
  | { readonly kind: 'pending' }

/** A block as a fixture has it. */
export interface FixtureBlock {
  readonly place: BlockPlace
  readonly json: BlockJson
  /** in an error's line: `block 12`, `side block 0x…` or `pending block` */
  readonly name: string
  /** what is wrong with it, where its fields do not tell */
  readonly problem: FixtureError | undefined
  /** Path of the file that holds a field of the block. */
  fileOf(field: string): string
}

/** A part of a block, as a file of the `json` form or a member of the `bundle` form. */
export interface FixtureFile {
  /** in the fixture, its parts separated by `/` */
  readonly path: string
  readonly content: unknown
  /** what is wrong with it, where a digest tells no more than that something is */
  readonly problem?: FixtureError | undefined
}

const NAME =
  /^(?:(?<number>0|[1-9]\d{0,15})|side\/(?<hash>0x[\da-f]{64})|(?<pending>pending))\/(?:(?<part>block|receipts)|uncles\/(?<uncle>\d{1,3}))\.json$/

/** Whether a path is one that the `json` form gives a file. */
export function isBlockFile(path: string): boolean {
  return NAME.test(path)
}

/**
 * Gathers the files of each block.
 *
 * @param files those of a block together
 * @param locate gives the path of a file, as an error is to name it
 */
export async function* gatherBlocks(
  files: AsyncIterable<FixtureFile>,
  locate: (path: string) => string,
): AsyncGenerator<FixtureBlock> {
  let gathered: GatheredBlock | undefined
  for await (const { path, content, problem } of files) {
    const names = NAME.exec(path)?.groups
    if (names === undefined) continue
    const folder = path.slice(0, path.lastIndexOf(names.uncle === undefined ? '/' : '/uncles/'))
    if (gathered?.folder !== folder) {
      if (gathered !== undefined) yield gathered
      gathered = new GatheredBlock(folder, placeOf(names), nameOf(names), locate)
    }
    gathered.add(names, content)
    gathered.problem ??= problem
  }
  if (gathered !== undefined) yield gathered
}

type Names = Readonly<Record<string, string | undefined>>

function placeOf({ number, hash }: Names): BlockPlace {
  if (number !== undefined) return { kind: 'main', number: Number(number) }
  return { kind: hash === undefined ? 'pending' : 'side' }
}

function nameOf({ number, hash }: Names): string {
  if (number !== undefined) return `block ${number}`
  return hash === undefined ? 'pending block' : `side block ${hash}`
}

class GatheredBlock implements FixtureBlock {
  readonly folder: string
  readonly place: BlockPlace
  readonly name: string
  problem: FixtureError | undefined
  readonly #locate: (path: string) => string
  readonly #parts: { block?: JsonObject; receipts?: JsonObject[] } = {}
  readonly #uncles: JsonObject[] = []

  constructor(folder: string, place: BlockPlace, name: string, locate: (path: string) => string) {
    this.folder = folder
    this.place = place
    this.name = name
    this.#locate = locate
  }

  add({ part, uncle }: Names, content: unknown): void {
    if (uncle !== undefined && Number(uncle) >= UNCLES_MAX) {
      const file = this.#locate(`${this.folder}/uncles/${uncle}.json`)
      throw new FixtureError(file, this.name, 'a block has at most two uncles')
    }
    if (uncle !== undefined) this.#uncles[Number(uncle)] = content as JsonObject
    else this.#parts[part as 'block'] = content as JsonObject
  }

  get json(): BlockJson {
    const { block, receipts } = this.#parts
    // What is missing is refused where it is wanted.
    return { block, receipts, uncles: this.#uncles } as BlockJson
  }

  fileOf(field: string): string {
    const uncle = /^uncles\[(\d+)\]\./.exec(field)?.[1]
    if (uncle !== undefined) return this.#locate(`${this.folder}/uncles/${uncle}.json`)
    const part = field.startsWith('receipts') && field !== 'receiptsRoot' ? 'receipts' : 'block'
    return this.#locate(`${this.folder}/${part}.json`)
  }
}
