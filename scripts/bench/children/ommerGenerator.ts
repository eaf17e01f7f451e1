import { importBuilt } from '../build.ts'
import { serveParent } from '../child.ts'
import type { GeneratedChain, Run } from '../generation.ts'

const { createChain } = await importBuilt()

/** Default traffic, under one fork, since the stock block builder is set to one for good. */
const generate = () => createChain({ seed: 'bench', preset: 'pow', blocks: 256 })

serveParent({
  run: async (): Promise<Run> => {
    const start = performance.now()
    const chain = await generate()
    const seconds = (performance.now() - start) / 1000
    const transactions = blocksOf(chain).reduce((sum, { senders }) => sum + senders.length / 20, 0)
    return { transactions, seconds }
  },
  chain: async (): Promise<GeneratedChain> => {
    const chain = await generate()
    return {
      accounts: chain.accounts.map(({ address }) => address),
      blocks: blocksOf(chain).map(({ rlp }) => rlp),
    }
  },
})

function blocksOf({ tree }: Awaited<ReturnType<typeof generate>>) {
  const blocks = Array.from({ length: tree.head.number + 1 }, (_, number) => tree.byNumber(number))
  return blocks.filter((block) => block !== undefined)
}
