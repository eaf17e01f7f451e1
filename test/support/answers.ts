import type { Chain } from '../../src/chain/chain.ts'
import { serve } from '../../src/server/serve.ts'
import { callEverything } from './callEverything.ts'

/** The methods of the explorer. They tell about the server and its clients, and labels of branches, which files lack. */
export const forExplorer: ReadonlySet<string> = new Set([
  'ommer_explorer',
  'ommer_inDialect',
  'ommer_requests',
  'ommer_request',
  'ommer_transaction',
  'ommer_report',
  'ommer_contracts',
  'ommer_tree',
])

/** All requests about a chain in some dialects, including blocks of other branches, with their answers as JSON. */
export async function allAnswers(chain: Chain): Promise<string[]> {
  const server = await serve(chain, { port: 0, callTimeout: 0 })
  const answers: string[] = []
  try {
    for (const name of ['infura', 'geth', 'anvil'] as const) {
      const endpoint = server.endpoint(`all-${name}`, { dialect: name })
      for await (const asked of callEverything(chain, endpoint)) {
        if (!forExplorer.has(asked.method)) answers.push(JSON.stringify(asked))
      }
      for (const { hash } of chain.tree.sideBlocks) {
        const questions: [string, unknown[]][] = [
          ['eth_getBlockByHash', [hash, true]],
          ['eth_getBlockReceipts', [{ blockHash: hash }]],
          ['eth_getLogs', [{ blockHash: hash }]],
        ]
        for (const [method, params] of questions) {
          const result = await endpoint.request({ method, params })
          answers.push(JSON.stringify({ method, params, result }))
        }
      }
    }
  } finally {
    await server.close()
  }
  return answers
}

/** The first answer that differs in another chain; undefined if there is none. */
export function firstDifference(
  answers: readonly string[],
  others: readonly string[],
): readonly [string | undefined, string | undefined] | undefined {
  const length = Math.max(answers.length, others.length)
  for (let at = 0; at < length; at++) {
    if (answers[at] !== others[at]) return [answers[at], others[at]]
  }
  return undefined
}
