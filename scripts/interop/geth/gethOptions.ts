import { parseArgs } from 'node:util'

/** The options of the script. */
export interface GethOptions {
  /** save geth's responses for the tests */
  readonly record: boolean
  /** compare the responses about every loaded chain instead of one in eight; with `traces`, about every transaction */
  readonly all: boolean
  /** compare only states */
  readonly states: boolean
  /** compare only traces, proofs and raw bytes */
  readonly traces: boolean
  /** compare only filters */
  readonly filters: boolean
  /** compare only what is sent */
  readonly sending: boolean
  /** import only the exports of sessions */
  readonly sessions: boolean
  /** compare only how genesis files are read */
  readonly genesis: boolean
  /** compare only blocks of Amsterdam */
  readonly amsterdam: boolean
  /** with `genesis`: a folder with more files */
  readonly files: string | undefined
  /** of the chains whose states or traces are compared, and of what is drawn at random */
  readonly seed: string
  /** how many blocks of each of these chains, how many moves with `filters`, how many transactions with `sending`, or how many sessions with `sessions`, how many random blocks with `amsterdam`, are compared, if not the usual number */
  readonly blocks: number | undefined
  /** only this one of these chains */
  readonly chain: string | undefined
  /** only this block */
  readonly block: number | undefined
  /** only methods whose names start with this */
  readonly method: string | undefined
}

/** Reads the options of the script; those of a comparison that is repeated imply `--states` unless another comparison is chosen. */
export function readGethOptions(args: readonly string[]): GethOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      record: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      states: { type: 'boolean', default: false },
      traces: { type: 'boolean', default: false },
      filters: { type: 'boolean', default: false },
      sending: { type: 'boolean', default: false },
      sessions: { type: 'boolean', default: false },
      genesis: { type: 'boolean', default: false },
      amsterdam: { type: 'boolean', default: false },
      files: { type: 'string' },
      seed: { type: 'string' },
      blocks: { type: 'string' },
      chain: { type: 'string' },
      block: { type: 'string' },
      method: { type: 'string' },
    },
  })
  const { record, all, traces, filters, sending, sessions, genesis, amsterdam, files } = values
  const { seed, blocks, chain, block, method } = values
  const isOther = traces || filters || sending || sessions || genesis
  return {
    record,
    all,
    states: values.states || (chain !== undefined && !isOther),
    traces,
    filters,
    sending,
    sessions,
    genesis,
    amsterdam,
    files,
    // A new seed each time, so that each run compares something else.
    seed: seed ?? String(Math.floor(Math.random() * 2 ** 32)),
    blocks: blocks === undefined ? undefined : Number(blocks),
    chain,
    block: block === undefined ? undefined : Number(block),
    method,
  }
}
