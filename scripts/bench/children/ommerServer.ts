import { importBuilt } from '../build.ts'
import { serveParent } from '../child.ts'
import type { ServerAddress } from '../serving.ts'
import { cpuSeconds } from './cpu.ts'

serveParent({
  listen: async (transactions: number): Promise<ServerAddress> => {
    const { createChain, serve } = await importBuilt()
    const chain = await createChain({
      seed: 'bench',
      preset: 'pow',
      blocks: 8,
      transactionsPerBlock: [transactions, transactions],
      gasLimit: 60_000_000,
    })
    const { url, wsUrl } = await serve(chain, { port: 0 })
    return { url, wsUrl, head: chain.tree.head.number }
  },
  cpuSeconds,
})
