import type { Hex } from '../../../src/index.ts'
import { callToken } from '../apps/facts.ts'
import { mineTransfers, REORG_DEPTH, startPonder } from '../apps/ponder.ts'
import { transfersIn } from '../apps/tokenTransfers.ts'
import { installProject, npmInstall } from '../project.ts'
import type { ServingProgram } from '../servingProgram.ts'
import { type GethFrame, gethFramesOf } from './expected/gethFrames.ts'
import type { Indexer, Subject } from './indexer.ts'
import { compareRows, type DataSet, type Row } from './rows.ts'
import type { StockBlock } from './stock/stockTraces.ts'

/** transfer(address,uint256), mint(address,uint256) and balanceOf(address) */
const SELECTORS = ['0xa9059cbb', '0x40c10f19', '0x70a08231']

interface Read {
  readonly transfers: readonly Row[]
  readonly calls: readonly Row[]
  readonly payments: readonly Row[]
}

/** A Ponder app with calls in its handler, call traces, and transfers of ether, which come from traces, too. */
export const runPonder: Indexer = async (subject) => {
  const { chain, server, url } = subject
  const project = new URL('projects/ponder/', import.meta.url)
  const folder = installProject('indexer', project, 'package.json', npmInstall)
  const payers = chain.accounts.map(({ address }) => address)
  const app = await startPonder(folder, url, { PAYERS: JSON.stringify(payers) })
  try {
    const first = await compareAtHead(subject, app, payers)
    if (first.some(({ problem }) => problem !== undefined)) return first
    await mineTransfers(chain, server)
    const second = await compareAtHead(subject, app, payers)
    if (second.some(({ problem }) => problem !== undefined)) return second
    await server.reorg({ depth: REORG_DEPTH })
    await server.mine(2)
    return await compareAtHead(subject, app, payers)
  } catch (error) {
    console.error(app.output.slice(-4000))
    throw error
  } finally {
    await app.stop()
  }
}

async function compareAtHead(
  { chain, server, stock }: Subject,
  app: ServingProgram,
  payers: readonly Hex[],
): Promise<DataSet[]> {
  const traced = await stock.upTo(server.head.hash)
  const transfers = await Promise.all(
    transfersIn(traced.map(({ block }) => block)).map(async ({ block, ...transfer }) => ({
      blockNumber: block.header.number,
      blockHash: block.hash,
      ...transfer,
      toBalance: await callToken(chain, block.hash, transfer.token, 'balanceOf', [transfer.to]),
    })),
  )
  const calls = traced.flatMap(callRows)
  const payments = traced.flatMap((block) => paymentRows(block, payers))
  const compare = (read: Read | undefined) => [
    compareRows('transfers with a call each', read?.transfers, transfers),
    compareRows('calls', read?.calls, calls),
    compareRows('transfers of ether', read?.payments, payments),
  ]
  const isEqual = (read: Read) => compare(read).every(({ problem }) => problem === undefined)
  return compare(await app.waitFor<Read>('rows', isEqual))
}

/** Calls of the functions in the app, as far as they and their transactions did not fail. */
function callRows(traced: StockBlock): Row[] {
  return successful(traced)
    .filter(({ input }) => SELECTORS.includes(input.slice(0, 10)))
    .map(({ index, calls, type, from, to, value, gas, gasUsed, input, output, transaction }) => ({
      ...placeOf(traced, transaction.hash),
      traceIndex: index,
      type,
      from,
      to,
      value,
      gas,
      gasUsed,
      input,
      output,
      subcalls: calls,
    }))
}

function paymentRows(traced: StockBlock, payers: readonly Hex[]): Row[] {
  return successful(traced)
    .filter(({ from, value }) => value !== undefined && value > 0n && payers.includes(from))
    .map(({ from, to, value, transaction }) => ({
      ...placeOf(traced, transaction.hash),
      from,
      to,
      value,
    }))
}

/** The frames that took effect, each with its index in its transaction. Ponder, too, leaves out those below a revert. */
function successful(traced: StockBlock): (GethFrame & { readonly index: number })[] {
  const next = new Map<Hex, number>()
  return gethFramesOf(traced)
    .map((frame) => {
      const index = next.get(frame.transaction.hash) ?? 0
      next.set(frame.transaction.hash, index + 1)
      return { ...frame, index }
    })
    .filter(({ error, isReverted }) => error === undefined && !isReverted)
}

function placeOf({ block }: StockBlock, transactionHash: Hex): Row {
  return { blockNumber: block.header.number, blockHash: block.hash, transactionHash }
}
