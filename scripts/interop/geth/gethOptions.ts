import { parseArgs } from 'node:util'

/** The options of the script. */
export interface GethOptions {
  /** save geth's responses for the tests */
  readonly record: boolean
  /** compare the responses about every loaded chain instead of one in eight */
  readonly all: boolean
  /** compare only states */
  readonly states: boolean
  /** of the chains whose states are compared, and of what is drawn at random */
  readonly seed: string
  /** how many blocks of each of these chains are compared */
  readonly blocks: number
  /** only this one of these chains */
  readonly chain: string | undefined
  /** only this block */
  readonly block: number | undefined
  /** only this method */
  readonly method: string | undefined
}

/** Reads the options of the script; those of a comparison that is repeated imply `--states`. */
export function readGethOptions(args: readonly string[]): GethOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      record: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      states: { type: 'boolean', default: false },
      seed: { type: 'string' },
      blocks: { type: 'string', default: '200' },
      chain: { type: 'string' },
      block: { type: 'string' },
      method: { type: 'string' },
    },
  })
  const { record, all, seed, chain, block, method } = values
  return {
    record,
    all,
    states: values.states || chain !== undefined,
    // A new seed each time, so that each run compares something else.
    seed: seed ?? String(Math.floor(Math.random() * 2 ** 32)),
    blocks: Number(values.blocks),
    chain,
    block: block === undefined ? undefined : Number(block),
    method,
  }
}
