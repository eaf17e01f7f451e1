import type { BlockJson } from '../formats/json/blockJson.ts'
import { valuesMaxOf } from '../formats/loadLimits.ts'
import { parseBoundedJson } from '../primitives/boundedJson.ts'

/** A block as JSON, exactly as the node wrote it. */
export interface BlockText {
  readonly block: string
  readonly receipts: string
  /** in their order in the block */
  readonly uncles: readonly string[]
  /** from Amsterdam on, if the node has it */
  readonly accessList?: string | undefined
}

/**
 * @param bytesMax the maximum size of each text, from which its maximum number of values follows
 * @throws {SyntaxError} if a text is not JSON
 * @throws {JsonBoundsError} if a text has too many values
 */
export function parseBlockText(
  { block, receipts, uncles, accessList }: BlockText,
  bytesMax: number,
): BlockJson {
  const parse = (text: string) => parseBoundedJson(text, valuesMaxOf({ partBytes: bytesMax }))
  return {
    block: parse(block) as BlockJson['block'],
    receipts: parse(receipts) as BlockJson['receipts'],
    uncles: uncles.map(parse) as BlockJson['uncles'][number][],
    ...(accessList !== undefined && {
      accessList: parse(accessList) as NonNullable<BlockJson['accessList']>,
    }),
  }
}

/** The files of a block in the `json` format: path and content of each. */
export function blockFilesOf(number: number, text: BlockText): [path: string, content: string][] {
  return [
    [`${number}/block.json`, text.block],
    [`${number}/receipts.json`, text.receipts],
    ...(text.accessList === undefined
      ? []
      : [[`${number}/accessList.json`, text.accessList] satisfies [string, string]]),
    ...text.uncles.map((uncle, index): [string, string] => [
      `${number}/uncles/${index}.json`,
      uncle,
    ]),
  ]
}
