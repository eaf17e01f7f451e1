import type { Endpoint } from '../endpoint/endpoint.ts'
import { type RunReport, reportCall, reportTransaction } from '../rpc/runReport.ts'
import type { ArtifactIndex } from '../solidity/artifactIndex.ts'
import { stackText } from '../solidity/stackLine.ts'
import type { StackReader } from '../terminal/terminal.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'

/** In milliseconds: what else the terminal reports does not wait longer for the call stack of a failure. */
const STACK_MS = 2000

/** How many failures wait to be looked into: a client that only fails must not fill the memory. */
const STACKS_MAX = 256

/** Finds the lines of sources that have led to a failure, by running the code again. */
export function createStackReader(calls: CallRunner, artifacts: ArtifactIndex): StackReader {
  const connection = {}
  let running = 0
  const linesOf = async (report: Promise<RunReport>): Promise<readonly string[]> => {
    const [{ frames }, { callStack }] = await Promise.all([
      report,
      import('../solidity/callStack.ts'),
    ])
    return (await callStack(frames, artifacts)).map(stackText)
  }
  return async ({ chain }: Endpoint, failed) => {
    if (running >= STACKS_MAX) return []
    running++
    let isLate = false
    const client = { connection, isClosed: () => isLate, timeoutMs: STACK_MS }
    const context = { chain, client, calls }
    const report =
      'input' in failed
        ? reportCall(context, failed.block, failed.input)
        : reportTransaction(context, failed.block, failed.index)
    // Without its stack, a failure is still reported.
    const lines = linesOf(report).catch(() => [])
    let timer: NodeJS.Timeout | undefined
    const nothing = new Promise<readonly string[]>((resolve) => {
      timer = setTimeout(() => {
        isLate = true
        resolve([])
      }, STACK_MS)
    })
    return Promise.race([lines, nothing]).finally(() => {
      clearTimeout(timer)
      running--
    })
  }
}
