import { createHash } from 'node:crypto'
import type { Chain, serve as serveChain } from '../../src/index.ts'

/**
 * One SHA-256 over all answers of the five methods about a chain, in both dialects.
 *
 * @param serve from the sources, or from the built package
 */
export async function digestAnswers(chain: Chain, serve: typeof serveChain): Promise<string> {
  const server = await serve(chain, { port: 0 })
  const hash = createHash('sha256')
  try {
    for (const dialect of ['infura', 'geth'] as const) {
      const endpoint = server.endpoint(`digest-${dialect}`, { dialect })
      const ask = async (method: string, params: unknown[]) => {
        const result = await endpoint.request({ method, params })
        hash.update(JSON.stringify(result))
        return result
      }
      for (let number = 0; number <= chain.tree.head.number; number++) {
        const at = `0x${number.toString(16)}`
        await ask('eth_getBlockByNumber', [at, true])
        await ask('eth_getBlockByHash', [chain.tree.byNumber(number)?.hash, false])
        await ask('eth_getBlockReceipts', [at])
        await ask('eth_getTransactionByBlockNumberAndIndex', [at, '0x0'])
        for (const index of ['0x0', '0x1']) {
          await ask('eth_getUncleByBlockNumberAndIndex', [at, index])
        }
      }
      await ask('eth_getBlockByNumber', ['pending', true])
    }
  } finally {
    await server.close()
  }
  return hash.digest('hex')
}
