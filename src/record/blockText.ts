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
