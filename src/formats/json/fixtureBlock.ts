import { UNCLES_MAX } from '../../chain/protocol/uncles.ts'
import { FixtureError } from '../fixtureError.ts'
import type { BlockJson, BlockSource, BlockTexts } from './blockJson.ts'

export type BlockRole =
  | { readonly kind: 'main'; readonly number: number }
  | { readonly kind: 'side' }
  | { readonly kind: 'pending' }

export interface FixtureBlock extends BlockSource {
  readonly role: BlockRole
  /** for error messages: `block 12`, `side block 0x…` or `pending block` */
  readonly name: string
  /** an altered file of the block, reported if none of its fields is wrong */
  readonly problem: FixtureError | undefined
  /** Path of the file that contains a field of the block. */
  fileOf(field: string): string
}

/** A part of a block: a file of the `json` format or a member of the `bundle` format. */
export interface FixtureFile {
  /** in the fixture, with `/` as separator */
  readonly path: string
  /** the JSON, without white space after it */
  readonly text: Uint8Array
  /**
   * Parses the text.
   *
   * @throws {FixtureError} if it is not JSON, or too large
   */
  parse(): unknown
  /** set if the digest of the file is wrong */
  readonly problem?: FixtureError | undefined
}

const NAME =
  /^(?:(?<number>0|[1-9]\d{0,15})|side\/(?<hash>0x[\da-f]{64})|(?<pending>pending))\/(?:(?<part>block|receipts|accessList)|uncles\/(?<uncle>\d{1,3}))\.json$/

/** Whether a path is that of a block's file in the `json` format. */
export function isBlockFile(path: string): boolean {
  return NAME.test(path)
}

/**
 * Groups files by block.
 *
 * @param files those of each block are adjacent
 * @param pathOf returns the path of a file for error messages
 */
export async function* groupByBlock(
  files: AsyncIterable<FixtureFile>,
  pathOf: (path: string) => string,
): AsyncGenerator<FixtureBlock> {
  let group: FileGroup | undefined
  for await (const file of files) {
    const { path, problem } = file
    const names = NAME.exec(path)?.groups
    if (names === undefined) continue
    const folder = path.slice(0, path.lastIndexOf(names.uncle === undefined ? '/' : '/uncles/'))
    if (group?.folder !== folder) {
      if (group !== undefined) yield group
      group = new FileGroup(folder, roleOf(names), nameOf(names), pathOf)
    }
    group.add(names, file)
    group.problem ??= problem
  }
  if (group !== undefined) yield group
}

type Names = Readonly<Record<string, string | undefined>>

function roleOf({ number, hash }: Names): BlockRole {
  if (number !== undefined) return { kind: 'main', number: Number(number) }
  return { kind: hash === undefined ? 'pending' : 'side' }
}

function nameOf({ number, hash }: Names): string {
  if (number !== undefined) return `block ${number}`
  return hash === undefined ? 'pending block' : `side block ${hash}`
}

class FileGroup implements FixtureBlock {
  readonly folder: string
  readonly role: BlockRole
  readonly name: string
  problem: FixtureError | undefined
  readonly #pathOf: (path: string) => string
  readonly #parts: { block?: FixtureFile; receipts?: FixtureFile; accessList?: FixtureFile } = {}
  readonly #uncles: FixtureFile[] = []
  #json: BlockJson | undefined

  constructor(folder: string, role: BlockRole, name: string, pathOf: (path: string) => string) {
    this.folder = folder
    this.role = role
    this.name = name
    this.#pathOf = pathOf
  }

  add({ part, uncle }: Names, file: FixtureFile): void {
    if (uncle !== undefined && Number(uncle) >= UNCLES_MAX) {
      const path = this.#pathOf(`${this.folder}/uncles/${uncle}.json`)
      throw new FixtureError(path, this.name, 'a block has at most two uncles')
    }
    if (uncle !== undefined) this.#uncles[Number(uncle)] = file
    else this.#parts[part as 'block'] = file
  }

  get json(): BlockJson {
    const { block, receipts, accessList } = this.#parts
    // The reader of the block refuses missing parts.
    this.#json ??= {
      block: block?.parse(),
      receipts: receipts?.parse(),
      uncles: this.#uncles.map((uncle) => uncle.parse()),
      accessList: accessList?.parse(),
    } as BlockJson
    return this.#json
  }

  get texts(): BlockTexts | undefined {
    const { block, receipts, accessList } = this.#parts
    if (block === undefined || receipts === undefined) return undefined
    return {
      block: block.text,
      receipts: receipts.text,
      uncles: this.#uncles.map(({ text }) => text),
      accessList: accessList?.text,
    }
  }

  fileOf(field: string): string {
    const uncle = /^uncles\[(\d+)\]\./.exec(field)?.[1]
    if (uncle !== undefined) return this.#pathOf(`${this.folder}/uncles/${uncle}.json`)
    const part = partOf(field)
    return this.#pathOf(`${this.folder}/${part}.json`)
  }
}

function partOf(field: string): string {
  if (/^accessList\b/.test(field)) return 'accessList'
  return field.startsWith('receipts') && field !== 'receiptsRoot' ? 'receipts' : 'block'
}
