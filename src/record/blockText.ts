import type { BlockJson } from '../formats/json/blockJson.ts'
import { valuesMaxOf } from '../formats/loadLimits.ts'
import { parseBoundedJson } from '../primitives/boundedJson.ts'

/** A block as JSON, letter by letter as a node wrote it. */
export interface BlockText {
  readonly block: string
  readonly receipts: string
  /** one for each uncle, in their order */
  readonly uncles: readonly string[]
}

/**
 * @param bytesMax what each of its texts may have
 * @throws {SyntaxError} where one of them is no JSON
 * @throws {JsonBoundsError} where one of them has too many values
 */
export function parseBlockText(
  { block, receipts, uncles }: BlockText,
  bytesMax: number,
): BlockJson {
  const parse = (text: string) => parseBoundedJson(text, valuesMaxOf({ partBytes: bytesMax }))
  return {
    block: parse(block) as BlockJson['block'],
    receipts: parse(receipts) as BlockJson['receipts'],
    uncles: uncles.map(parse) as BlockJson['uncles'][number][],
  }
}

/** The files of a block in the `json` form: path and content of each. */
export function blockFilesOf(number: number, text: BlockText): [path: string, content: string][] {
  return [
    [`${number}/block.json`, text.block],
    [`${number}/receipts.json`, text.receipts],
    ...text.uncles.map((uncle, index): [string, string] => [
      `${number}/uncles/${index}.json`,
      uncle,
    ]),
  ]
}
