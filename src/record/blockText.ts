import type { BlockJson } from '../fixtures/json/blockJson.ts'

/** A block as JSON, letter by letter as a node wrote it. */
export interface BlockText {
  readonly block: string
  readonly receipts: string
  /** one for each uncle, in their order */
  readonly uncles: readonly string[]
}

/** @throws {SyntaxError} where one of them is no JSON */
export function parseBlockText({ block, receipts, uncles }: BlockText): BlockJson {
  return {
    block: JSON.parse(block),
    receipts: JSON.parse(receipts),
    uncles: uncles.map((uncle) => JSON.parse(uncle)),
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
