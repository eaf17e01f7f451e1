import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { Block } from '../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { exportChain } from '../../src/exportChain.ts'
import { type Hex, toQuantity } from '../../src/primitives/hex.ts'
import { builtUrl } from '../build/built.ts'
import { startWith } from '../interop/geth/compareChain.ts'
import { findGeth, GETH_MISSING, GETH_VERSION } from '../interop/geth/gethProgram.ts'
import { Child, cpuSecondsOf } from './child.ts'
import { rehearseHttp } from './dialogue.ts'
import { measureRequest, requestRows, type Slices } from './measureRequest.ts'
import { type Call, messagesOf } from './messages.ts'
import type { MissingRow, Row } from './report.ts'
import { cpuSecondsOfProcess } from './systemCpu.ts'
import type { ServerAddress, ServerSubject } from './transports.ts'
import { rehearseVaried, resultsOf } from './variedDialogue.ts'

/** In how many blocks a value is rare. */
const RARE_MAX = 3

const FILTERS = 64

/** In milliseconds: geth builds its index in the background. */
const INDEXING_MS = 5000

/**
 * Measures searches for logs that few blocks have, over a whole chain, beside geth with the same blocks.
 *
 * @param blocks of the chain
 */
export async function measureRareLogs(
  blocks: number,
  slices: Slices,
): Promise<(Row | MissingRow)[]> {
  const name = `HTTP eth_getLogs for rare logs of ${blocks.toLocaleString('en')} blocks`
  const program = findGeth()
  if (program === undefined) return [{ name, notMeasured: GETH_MISSING }]
  const spec: ChainSpec = { seed: 'bench', preset: 'latest', blocks }
  const ommer = new Child('ommerServer.mjs')
  const subject: ServerSubject = { spec, build: builtUrl(), dialect: 'geth' }
  const listening = ommer.do<ServerAddress>('listen', subject)
  const chain = await createChain(spec)
  const { url } = await listening
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  try {
    await exportChain(chain, join(scratch, 'chain'), { format: 'hive' })
    const geth = await startWith(program, chain, join(scratch, 'chain'), scratch)
    try {
      await setTimeout(INDEXING_MS)
      const messages = messagesOf(rareFilters(chain))
      const ours = await rehearseVaried(url, messages, rehearseHttp)
      const theirs = await rehearseVaried(geth.url, messages, rehearseHttp)
      if (!isDeepStrictEqual(resultsOf(ours), resultsOf(theirs))) {
        throw new Error('geth finds other logs')
      }
      const measured = await measureRequest(
        { cpuSeconds: cpuSecondsOf(ommer), dialogues: [ours.dialogue] },
        {
          cpuSeconds: async () => cpuSecondsOfProcess(geth.processId),
          dialogues: [theirs.dialogue],
        },
        slices,
      )
      return requestRows(name, `geth ${GETH_VERSION}`, measured, { target: 1 })
    } finally {
      await geth.stop()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    await ommer.stop()
  }
}

/** Searches of the whole chain, each for an address or a topic that few blocks have. */
function rareFilters(chain: Chain): Call[] {
  const blocksOf = new Map<string, Set<number>>()
  const note = (filter: object, number: number) => {
    const key = JSON.stringify(filter)
    blocksOf.set(key, (blocksOf.get(key) ?? new Set()).add(number))
  }
  for (let number = 1; number <= chain.tree.head.number; number++) {
    const { receipts } = chain.blockByNumber(number) as Block
    for (const { address, topics } of receipts.flatMap(({ logs }) => logs)) {
      note({ address }, number)
      for (const [index, topic] of topics.entries()) {
        note({ topics: [...Array<Hex | null>(index).fill(null), topic] }, number)
      }
    }
  }
  const rare = [...blocksOf].filter(([, numbers]) => numbers.size <= RARE_MAX)
  if (rare.length < FILTERS) throw new Error(`only ${rare.length} values are rare`)
  const step = Math.floor(rare.length / FILTERS)
  const range = { fromBlock: toQuantity(1), toBlock: toQuantity(chain.tree.head.number) }
  return Array.from({ length: FILTERS }, (_, index) => {
    const [filter] = rare[index * step] as (typeof rare)[number]
    return { method: 'eth_getLogs', params: [{ ...range, ...JSON.parse(filter) }] }
  })
}
